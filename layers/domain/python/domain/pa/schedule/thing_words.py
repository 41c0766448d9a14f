"""Building blocks of the patterns in `things`: alternatives of words, as regular expressions on plain text."""

from __future__ import annotations


def either(listed: str, tail: str = "") -> str:
    """Any one of the listed words; "_" stands for a blank inside one, `tail` may follow each."""
    return f"(?:{'|'.join(word.replace('_', ' ') for word in listed.split())}){tail}"


def not_after(listed: str) -> str:
    """Nowhere behind one of the listed words."""
    return "".join(rf"(?<!\b{word} )" for word in listed.split())


UNIT = either("second minute hour day week weekend month quarter year sprint night")
WEEKDAY = either("mon tues wednes thurs fri satur sun", "day")
MONTH = either("""
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sept? oct nov dec
""")
COUNT = either("""
    [0-9]+ a an one two three four five six seven eight nine ten twelve thirty sixty ninety few couple_of several
""")
LAST = either("last past previous preceding prior")
OWNER = either(r"""
    the our my your their his her its this that these those
    (?!(?:let|it|that|what|here|there|who|he|she|how|where|when)'s)[a-z]+'s
""")
OFTEN = either("daily bi-?weekly weekly fortnightly bi-?monthly monthly quarterly yearly annual hourly nightly")
QUALITY = either(r"""
    new latest last next current old usual regular first final internal existing previous full short standard big
    upcoming same whole entire shared public 20\d\d q[1-4]
""")
# A function word after a time word shows that no thing follows it.
FUNCTION_WORD = either("""
    at on in from starting beginning until till for and or every each to with by between of the a an me us please except
    but that is was are will this next tomorrow today tonight then when if about through during before after since as so
    because not
""")
NOUN = rf"(?!{FUNCTION_WORD}\b)[^\W\d_][\w-]*"
EVENT = either("""
    meetings? calls? demos? releases? reports? newsletters? stand-?ups? deadlines? launch(?:es)? deploys? deployments?
    reviews? syncs? sessions? workshops? campaigns? editions? issues? slots? e-?mails? updates? retros? retrospectives?
    checklists? digests? summar(?:y|ies) notes? agendas? crowd club lunch offsite kick-?off webinars? posts? mailings?
""")
PERIODICAL = either("""
    sunday_times sunday_telegraph sunday_express sunday_mirror sunday_mail mail_on_sunday new_york_times financial_times
    irish_times japan_times la_times daily_planet daily_mail daily_mirror daily_telegraph daily_express daily_beast
    daily_star daily_bugle daily_prophet publishers_weekly entertainment_weekly ruby_tuesdays? taco_tuesdays?
    man_friday freaky_friday friday_the_13th tgi_fridays? casual_fridays?
""")
FEAST = either("""
    black_friday cyber_monday good_friday easter(?:_sunday|_monday)? ash_wednesday giving_tuesday super_bowl_sunday
    christmas thanksgiving halloween new_year
""")
NICE = either("""
    nice good great lovely wonderful pleasant fantastic productive relaxing restful sunny happy amazing beautiful
""")
SPELL = either("""
    day week weekend morning afternoon evening night start_(?:in)?to_(?:the|your)_(?:week|day) holidays? vacation break
""")
DONE = either("""
    happened changed moved done finished completed closed spent achieved delivered shipped did went was were
""")
SUFFIX = either(r"""
    pdf csv xlsx? docx? pptx? txt md json html? png jpe?g com org net io dev py js ts ya?ml sql log zip
""")
SAID = either("discussed agreed mentioned promised said talked_about told_you planned")
PLANNED = either("""
    due planned scheduled done happened happening changed finished completed achieved spent received sent coming_up left
    have got did open new expected worked_on
""")
PLAN = either("""
    plans? agenda priorit(?:y|ies) schedule tasks? to-?dos? meetings? appointments? deadlines? events? calendar forecast
    outlook goals? focus menu
""")

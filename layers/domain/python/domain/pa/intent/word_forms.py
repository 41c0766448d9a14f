"""Words: what people type, brought to the forms the cues are written in."""

from collections.abc import Iterator
from functools import cache

# Each table is "typed=meant" pairs, so that it reads as a list and costs nothing at import.
_SHORTHAND = """
whats=what is; hows=how is; wheres=where is; whos=who is; whens=when is; whys=why is; its=it is; thats=that is
theres=there is; im=i am; ive=i have; youre=you are; youve=you have; weve=we have; theyre=they are; theyve=they have
hes=he is; dont=do not; doesnt=does not; didnt=did not; cant=can not; cannot=can not; wont=will not
wouldnt=would not; shouldnt=should not; couldnt=could not; isnt=is not; arent=are not; wasnt=was not; hasnt=has not
havent=have not; aint=is not; lets=let us; wanna=want to; gonna=going to; gotta=have to; whatcha=what you
gimme=give me; lemme=let me; dunno=do not know; kinda=kind of; outta=out of; howre=how are; cud=could; shud=should
wud=would; shld=should; wld=would; cld=could; cn=can; u=you; ur=your; r=are; ru=are you; y=why; n=and; nd=and
b4=before; thru=through; moneywise=money; budgetwise=budget; costwise=cost; timewise=timing; 2day=today
tonite=tonight; nite=night; abot=about; 2moro=tomorrow; tmrw=tomorrow; tmr=tomorrow; tmw=tomorrow; tomo=tomorrow
untill=until; til=until; till=until; pls=please; plz=please; thx=thanks; thnx=thanks; ty=thanks; cheers=thanks
msg=message; msgs=messages; pw=password; pws=passwords; pwd=password; pwds=passwords; creds=credentials
cred=credential; acct=account; accts=accounts; repo=repository; abt=about; rn=now; bc=because; cuz=because
coz=because; ppl=people; sth=something; smth=something; lmk=tell me; proj=project; projs=projects; wk=week
wks=weeks; mins=minutes; min=minute; hrs=hours; hr=hour; eow=end of week; eom=end of month; eod=end of day
info=information; infos=information; prio=priority; prios=priorities; appr=approve; fin=finish; k=thousand; wat=what
wut=what; wot=what; wht=what; waht=what; hwat=what; wen=when; wehn=when; giv=give; hav=have; hve=have; wil=will
ned=need; tel=tell; shw=show; hwo=how; wich=which; whic=which; wether=whether; teh=the; hte=the; adn=and; aks=ask
taht=that; wiht=with; fro=for; yo=hello; hiya=hello; howdy=hello; heya=hello; hallo=hello; sup=what is up
wassup=what is up; doin=doing; goin=going; waitin=waiting; comin=coming; lookin=looking; nething=anything
anythin=anything; somethin=something; nothin=nothing; bout=about; em=them; tho=though; wid=with; dat=that; dis=this
da=the; ya=you; thanx=thanks; jan=january; feb=february; mar=march; apr=april; jun=june; jul=july; aug=august
sep=september; sept=september; oct=october; nov=november; dec=december; mon=monday; tue=tuesday; tues=tuesday
wed=wednesday; thu=thursday; thurs=thursday; fri=friday; xmas=christmas
"""

# Two words that act as one.
_COMPOUNDS = """
sign off=signoff; signs off=signoff; signed off=signoff; signing off=signoff; sign offs=signoff
green light=greenlight; green lights=greenlight; green lit=greenlight; go ahead=goahead; thumbs up=thumbsup
thumb up=thumbsup; rubber stamp=rubberstamp; rubber stamped=rubberstamp; rubber stamping=rubberstamp; api key=apikey
api keys=apikey; api token=apikey; api secret=apikey; api credential=apikey; ssh key=sshkey; ssh keys=sshkey
access key=accesskey; access keys=accesskey; secret key=secretkey; secret keys=secretkey; private key=privatekey
private keys=privatekey; log in=login; log on=login; sign in=login; log into=login; logging in=login
logged in=login; log ins=login; logged into=login; sign into=login; user name=username; pass word=password
pass words=password; pass code=passcode; pass phrase=passphrase; two factor=passcode; go live=golive
goes live=golive; going live=golive; went live=golive; gone live=golive; check in=checkin; check ins=checkin
stand up=standup; over budget=overbudget; under budget=underbudget; burn rate=burnrate; cash flow=cashflow
due date=duedate; due dates=duedate; hold up=holdup; holds up=holdup; holding up=holdup; held up=holdup
hold ups=holdup; hold back=holdup; holds back=holdup; holding back=holdup; held back=holdup; hang up=hangup
hung up=hangup; hang ups=hangup; road block=roadblock; road blocks=roadblock; bottle neck=bottleneck
bottle necks=bottleneck; stand still=standstill; show stopper=showstopper; show stoppers=showstopper
red flag=redflag; red flags=redflag; time line=timeline; time frame=timeframe; dead line=deadline
dead lines=deadline; roll out=rollout; rolled out=rollout; wrap up=wrap; wrapped up=wrap; catch up=catchup
run down=rundown; round up=roundup; tl dr=tldr; style guide=styleguide; no one=noone; every day=daily
every week=weekly; every month=monthly; each week=weekly; each day=daily; each month=monthly; world cup=worldcup
super bowl=superbowl; e mail=email; e mails=email; over due=overdue; every thing=everything; any thing=anything
some thing=something; any one=anyone; some one=someone; so far=sofar; app store=appstore; play store=appstore
credit card=payment; at last=lately; big picture=overview; up date=update; up dates=update; stumbling block=obstacle
stumbling blocks=obstacle; dead end=deadlock; price tag=price; right now=now; work flow=workflow; per day=daily
per week=weekly; per month=monthly
"""

# What no rule finds; a word that stands for itself keeps its ending.
_IRREGULAR = """
am=be; is=be; are=be; was=be; were=be; been=be; being=be; has=have; had=have; having=have; does=do; did=do; done=do
doing=do; goes=go; went=go; gone=go; going=go; spent=spend; paid=pay; said=say; told=tell; wrote=write
written=write; sent=send; gave=give; given=give; got=get; gotten=get; made=make; held=hold; kept=keep; came=come
ran=run; stood=stand; took=take; taken=take; saw=see; seen=see; knew=know; known=know; thought=think; heard=hear
felt=feel; began=begin; begun=begin; broke=break; broken=break; lost=lose; forgot=forget; forgotten=forget
meant=mean; met=meet; sat=sit; ate=eat; eaten=eat; shown=show; stuck=stick; froze=freeze; frozen=freeze; blew=blow
blown=blow; burnt=burn; worse=bad; worst=bad; better=good; best=good; fell=fall; writed=write; slept=sleep
fallen=fall; caught=catch; brought=bring; built=build; bought=buy; dying=die; lying=lie; lay=lie; lies=lie; tied=tie
understood=understand; foreseen=foresee; hidden=hide; led=lead; sung=sing; analytics=analytics; status=status
access=access; progress=progress; news=news; this=this; pending=pending; billing=bill; outstanding=outstanding
missing=miss; remaining=remain; during=during; building=build; boss=boss; business=business; morning=morning
evening=evening; wedding=wedding; meeting=meeting; always=always; less=less
"""


def word_set(words: str) -> frozenset[str]:
    """The words of a text, which reads better as a list than quoted one by one."""
    return frozenset(words.split())


DETERMINERS = word_set("a an the this that these those my our your his her their its")

# Words that carry no question of their own; a cue steps over them.
FILLERS = DETERMINERS | word_set(
    """
    please kindly just really actually maybe perhaps possibly simply basically honestly exactly very quite quickly still
    already also too even so well there currently presently rather somehow finally now sofar anyway yet ever again
    always bloody damn fucking hell earth heck completely totally probably certainly surely definitely
    """
)

_CLITICS = {"re": "are", "ll": "will", "ve": "have", "d": "would", "m": "am"}
_IS_HOSTS = word_set("what how where who when why it that there here he she everything anything something")
_ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""))
_SHORTEST_STEM = 3


def _pairs(table: str) -> dict[str, str]:
    entries = (entry.strip().partition("=") for entry in table.replace("\n", ";").split(";"))
    return {typed: meant for typed, _, meant in entries if typed}


@cache
def shorthand() -> dict[str, str]:
    """What a contraction, abbreviation or common slip stands for, possibly several words."""
    return _pairs(_SHORTHAND)


@cache
def compounds() -> dict[str, str]:
    """The single word that "first second" acts as."""
    return _pairs(_COMPOUNDS)


@cache
def irregular() -> dict[str, str]:
    """The base form of a word that no rule finds; a word that stands for itself keeps its ending."""
    return _pairs(_IRREGULAR)


def expand(word: str) -> list[str]:
    """The plain words a typed one stands for: "what's" is "what is", "pls" is "please"."""
    host, apostrophe, clitic = word.partition("'")
    if not apostrophe:
        return shorthand().get(word, word).split()
    joined = shorthand().get(host + clitic)
    if clitic == "s":
        return [host, "is"] if host in _IS_HOSTS else [host]
    if clitic in _CLITICS:
        return [host, _CLITICS[clitic]]
    return joined.split() if joined else [host, clitic]


def forms_of(word: str) -> Iterator[str]:
    """The word itself, then every base form it may be an inflection of, likely or not."""
    yield word
    base = irregular().get(word)
    if base is not None:
        yield base
        return
    for ending, replacement in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem + replacement) >= _SHORTEST_STEM and not word.endswith("ss"):
            yield stem + replacement
            if not replacement and stem[-1] == stem[-2]:
                yield stem[:-1]

"""Concepts: the families of words that cues name in capitals.

A family lists base forms; regular endings are taken off by `words.forms_of`. A word may belong to several families.
"""

from functools import cache

CONCEPTS = {
    # What a question is asked with.
    "WH": "what which who whom whose when where why how whether if",
    "AUX": "be do have can could will would shall should may might must",
    "ASK": "tell show give list send explain name compare summarize summarise outline describe say inform brief "
    "update report let provide check advise clarify specify indicate display present enumerate rank sort walk talk "
    "remind",
    "NUM": "one two three four five six seven eight nine ten twelve fifteen twenty thirty couple few half dozen",
    # Who is meant.
    "ME": "me us myself ourselves",
    "AGENT": "ceo cto cpo cdo cmo boss chief agent director",
    "TEAM": "team agent people crew folk guy developer designer dev staff engineer colleague programmer you they "
    "anyone anybody someone somebody everyone everybody",
    "PERSON": "ceo cto cpo cdo cmo boss chief agent director team crew folk guy anyone anybody someone somebody he "
    "she they people nobody noone",
    "US": "we i it they everything all that this thing stuff project work product site website app team you one page "
    "shop store platform delivery launch release result customer first final next mine each both he she",
    # The whole, or one named thing.
    "ALL": "everything all overall portfolio projects every each entire whole generally general across "
    "everywhere ensemble together things globally ventures business anything board",
    "STATE": "status state progress situation standing stand headway update condition shape stage advancement health",
    "OVERVIEW": "summary summarize summarise overview recap rundown roundup snapshot synopsis tldr digest briefing "
    "resume debrief lowdown scoop sitrep outline abstract highlight gist upshot pulse essentials",
    "GOING": "go come do look run progress develop advance proceed move evolve shape get fare perform hold walk march",
    # Money.
    "MONEY": "money cash fund funds budget euro eur dollar usd buck pound gbp rupee inr lakh franc chf cost expense "
    "expenditure spending financial financials finance finances wallet purse pocket dough quid burnrate outlay runway "
    "balance overrun owing debit liquidity allowance tally overspend overbudget underbudget tab ceiling kitty coffer "
    "funding cashflow finanzen geld invest investment",
    "SPEND": "spend pay cost burn consume disburse invest",
    "PRICE": "price invoice bill fee quote quotation estimate expensive cheap afford affordable pricey payment charge "
    "costly pricing tariff billing rate amount",
    # Access to systems.
    "PASSWORD": "password passwort passwd passphrase passcode pin token apikey sshkey credential login secretkey "
    "accesskey privatekey keypair username userid pwd logon signin certificate",
    "ACCESS": "password passwort passwd passphrase passcode token apikey sshkey credential login secretkey accesskey "
    "privatekey username userid pwd logon vault access key permission account secret certificate right keys accesses "
    "signin keypair authorisation invite",
    "SECRETNOUN": "password passwort passwd passphrase passcode pin token apikey sshkey secretkey accesskey "
    "privatekey credential login secret pwd keypair logon",
    "SERVICE": "stripe github gitlab bitbucket aws azure gcp google paypal hosting host wordpress shopify domain "
    "registrar dns mailchimp database db server ftp sftp cloudflare hubspot salesforce slack figma analytics heroku "
    "vercel netlify sendgrid twilio klarna facebook instagram openai ssh api admin root wifi smtp crm cms bank "
    "repository repo payment provider backend staging production system platform jira notion dropbox adyen mollie "
    "apple play appstore",
    # Consent.
    "APPROVAL": "approve approval signoff greenlight goahead thumbsup consent blessing rubberstamp verdict imprimatur "
    "placet acceptance countersign ratify ratification unapproved preapprove endorse endorsement",
    "ACCEPT": "accept confirm confirmation validate validation authorise authorize authorization sign signature "
    "decide decision review release clear agree judge judgement agreement feedback proofread vote permit nod yes ok "
    "approve autograph initial wave",
    "DELIVERABLE": "deliverable document draft design concept mockup wireframe proposal version paper artifact "
    "artefact spec specification plan styleguide guide brief roadmap file architecture positioning flow revision "
    "principle messaging criteria instrument contract",
    "PENDING": "pending open outstanding wait await unanswered left remaining remain missing due undecided queue "
    "queued unresolved sit lie",
    "NEED": "need require miss missing want lack request demand ask seek await wait expect",
    # Words from the team.
    "MESSAGE": "message reply response answer note letter mail email msg post comment memo dm",
    "SAY": "say tell write reply answer respond mention report communicate comment state announce explain post think "
    "message ping contact reach",
    "LATEST": "last latest new newest recent recently fresh final",
    # Dates.
    "DONE": "finish done ready complete completed end live launch ship deliver delivery release deploy publish online "
    "conclude finalise finalize wrap golive over available accomplish usable arrive completion rollout terminate out "
    "start begin deployed open handover reachable",
    "DEADLINE": "deadline eta timeline timeframe duedate timing timeplan timescale timetable milestone roadmap term",
    "LATE": "late delay delayed overdue slip postpone belated lateness delayedness",
    "TIMESPAN": "day week month year hour minute sprint quarter time long longer",
    "DATE": "january february march april june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday christmas xmas easter halloween thanksgiving diwali summer winter "
    "autumn spring weekend week month quarter year day tomorrow tonight today holiday season noon lunch midnight "
    "carnival ramadan q1 q2 q3 q4 jan feb mar apr jun jul aug sep sept oct nov dec ny vacation ferragosto eid date",
    # What stands in the way.
    "STUCK": "stuck stick block blocker stall holdup bottleneck obstacle impediment hurdle jam snag standstill freeze "
    "deadlock roadblock gridlock hindrance obstruct hinder impede obstruction hangup unblock hamper stumble paralyse "
    "paralyze logjam halt stoppage showstopper stopper stagnate",
    "RISK": "risk danger threat trouble problem issue concern redflag wrong jeopardy endanger difficulty complication "
    "crisis alarm worry worrying worrisome risky dangerous threaten problematic fire smoke warning alert hiccup bump "
    "drama nightmare disaster incident",
    # What comes first.
    "URGENT": "urgent important pressing priority prioritise prioritize critical crucial urgency importance "
    "pressingly urgently essential vital burning asap hottest topmost immediate immediately emergency",
    "ACT": "do tackle handle address take start begin look see deal focus attack work act attend check solve decide "
    "fix prioritise prioritize open read make concentrate go pick care sort clear turn jump move approach consider "
    "treat",
    # Later and again.
    "RECUR": "every each daily weekly monthly yearly hourly fortnightly biweekly quarterly weekdays nightly mondays "
    "tuesdays wednesdays thursdays fridays saturdays sundays regularly periodically weekday annually recurringly",
    "RHYTHM": "daily weekly monthly yearly hourly fortnightly biweekly quarterly nightly regularly periodically "
    "automatically weekdays mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends",
    "DAY": "monday tuesday wednesday thursday friday saturday sunday morning evening afternoon day week month weekday "
    "night noon hour business quarter weekend year workday lunch midnight minute second other two three four six "
    "first last half",
    "REGULAR": "daily weekly monthly yearly hourly fortnightly biweekly quarterly nightly recurring recurrent regular "
    "repeating periodic scheduled automatic automated standing annual monday tuesday wednesday thursday friday "
    "morning sunday saturday evening",
    "SEND": "send mail email ping notify alert give tell show message text drop deliver prepare check draft summarize "
    "summarise write report brief update inform forward call make let compile create generate run provide produce "
    "look review list nudge warn",
    "TASK": "task reminder schedule report digest checkin automation job routine recap briefing standup alert "
    "notification roundup newsletter appointment recurrence",
    "MANAGE": "pause resume stop cancel delete remove unpause restart reactivate suspend change move edit skip "
    "disable enable reschedule postpone unsubscribe deactivate activate kill shift adjust modify drop erase",
    "SETUP": "set create add plan arrange organise organize establish configure install",
    # What is said to be polite.
    "APOLOGY": "sorry apology apologise apologize excuse pardon forgive",
    "NUISANCE": "write today again wait late delay slow bother disturb silence trouble reply answer english message "
    "mail reaction question length interruption inconvenience",
    # Secrets, and what belongs to others.
    "REVEAL": "tell reveal print display paste dump output leak expose decrypt disclose recite extract show read "
    "repeat spell whisper uncover decode",
    "RIVAL": "competitor rival neighbour neighbor tenant",
    "HOLDING": "project account budget credential data datum approval spending message workspace status plan figure "
    "password timeline deadline invoice progress vault numbers pay spend",
    # Nothing to do with the projects.
    "IGNORE": "ignore disregard forget override bypass circumvent disable violate break skip drop overrule neglect "
    "suspend lift remove deactivate unlearn erase discard overwrite",
    "RULES": "instruction rule prompt guideline guardrail restriction policy directive limitation filter safety "
    "programming safeguard directives limit order constraint protocol training security",
    "OTHERS": "customer client account tenant company user organisation organization firm agency competitor workspace",
    "CREATE": "suggest write compose make create draft tell generate invent sing give need want code program build "
    "recite draw paint think produce improvise craft",
    "ARTWORK": "poem limerick joke song essay haiku verse rhyme ballad sonnet rap novel fairytale riddle pun lyrics "
    "screenplay thesis tweet horoscope toast eulogy recipe speech",
    "CODE": "function script code algorithm regex sql snippet macro method loop class query scraper bot",
    "LANGUAGE": "python javascript java rust typescript php excel golang kotlin cpp c html css perl swift haskell bash",
    "OFFTOPIC": "weather umbrella rain snow sunny forecast homework football soccer cricket baseball basketball "
    "olympics lottery lotto horoscope bitcoin ethereum crypto cryptocurrency dogecoin nasdaq election president "
    "recipe lasagna pizza pasta pancake pancakes curry cake equation algebra calculus math maths mathematics physics "
    "chemistry trivia astrology zodiac tarot netflix movie film series episode actor singer oscars celebrity "
    "boyfriend girlfriend crush marriage god fever symptom diet workout philosophy dinosaur planet moon galaxy tiktok "
    "minecraft fortnite playstation bundesliga wimbledon sudoku chess karaoke joke limerick poem haiku riddle bedtime "
    "pythagoras shakespeare einstein napoleon superbowl worldcup eurovision",
    "SOFT": "flight train hotel restaurant taxi cab ticket bus concert dinner table game match stock share car bike "
    "dog cat gift birthday wedding holiday vacation trip visa passport doctor dentist medicine gym shoes dress book "
    "music tv song city country capital population war king queen empire history mountain river ocean language "
    "translation jacket coffee beer wine sandwich groceries plane beach museum sister brother mother mum mom",
    "BUY": "book reserve order buy recommend find suggest rent",
    "WARES": "flight hotel restaurant taxi cab table pizza dinner groceries gift movie film shoes reservation song "
    "sushi burger flowers book doctor dentist",
    "HOLIDAY": "easter christmas halloween thanksgiving diwali ramadan sunset sunrise eclipse hanukkah eid lent purim",
}


@cache
def concepts_by_word() -> dict[str, tuple[str, ...]]:
    """Each base form with the names of its families."""
    families: dict[str, tuple[str, ...]] = {}
    for concept, members in CONCEPTS.items():
        for word in dict.fromkeys(members.split()):
            families[word] = (*families.get(word, ()), concept)
    return families

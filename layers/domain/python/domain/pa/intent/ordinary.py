"""Ordinary words: real words that a slip of the pen must not be read into, and that name no project by themselves."""

from domain.pa.intent.word_forms import word_set

ORDINARY = word_set(
    """
    about above acceptable accounts activity actual advice affair after again against ahead allow almost alone along
    already also alter although amazing among ample animal annoying another apart appear apply area army around
    arrange article aside asleep attach audit auditor authority avoid award aware away baby back ball band base basic
    bath battle bear beat beauty because become been before behind being believe bell belong below belt bench beside
    best better between beyond bird birth bite black blank blind blood blue boardroom boat body bolt bone border bored
    born borrow bother bottom bowl brain branch brand brave bread breakfast breath brick bridge bright broad brochure
    broken broker brown brush budge builder bundle burden busy button caller calm camera camp candle cannot capable
    card career careful carpet carry case cast casting catch cause cell cellar cent centre certain chain chair chance
    channel chapter charm chat cheer cheers cheese chest child choice choose christian church circle circus citizen
    claim clean clerk clever click climb clock close closet cloth cloud club coach coal coast coat cold collect
    college colour column combine comfort command commit common competition compilation complain compliment
    compliments compound concrete conduct conform confuse connect consensus construct construction consumer contain
    content contest continue contrary contrast control cook cool corn corner correct cottage cotton couldn council
    count counter course court cousin cover crash crazy cream creative credit crime critic cross crowd culture curious
    curly currency current custom cute damage dance dark daughter dead dear death debate decade decline deep degree
    delight dent deny depend desert deserve desire desk detail detect device differ different difficult digital direct
    direction dirt discover discuss disease dish distance district divide division doesn door dose double doubt down
    dragon drawer drawn dreadful dream drink drive driver dust duty early earn earth ease easier east easy edge effect
    effort either elect else emotion employ empty enemy energy engine enjoy enough ensure entirely entrance entry
    equal error escape essentially estate even event ever evil exact exam example except excessive excite excuse
    exercise expand expert exposure express extend extensive extra face fact factor failure fair faith fall false
    family famous farm farmer fashion fast father fault favour fear feature feed feel feet fellow female fence
    festival fiction field fight figure fill find fine finger fish flag flat fleet flew floor flower folder follow
    fond food foot force forest form formal former forth fortune found frame fred free frequent friend from front
    frozen fruit fuel full functional funny furnish further future gain garage garden gate gave generous gentle giant
    girl glad glass global goal gold gone good goose grand graph grass great green grew grey ground group grow growth
    guard guess guest guilty habit hair hall handy hans happen happy hard harm hate head healthy hear hearing heart
    heat heaven heavy height hello help here hers hidden hide high hill historic hobby holder hole home honest honey
    honour hope horse house however huge human humour hundred hunt hurry hurt husband idea ideal image impact import
    impress improve include income increase indeed industry initially initiate injury insect insert inside insist
    install instead intend into investor invitation iron island item itself jealous join jones journal journey juice
    junior just justice keen kind kindly kitchen knee knew knife knock know labour ladder lady lake lamp land lane
    large laugh launcher lawyer layer lead leader leaf league learn learnt lease least leather legal leisure lend
    length less lesson level liberty library life light like likely line link lion liquid listen little local locate
    lock logic logo lone loose loud love lovely lover lower loyal luck lucky machine magic main maintain male manage
    manner many marc margin mark market marry master matter maybe meal mean meat medium meet member mere merely merry
    metal middle migrate mile milk mill mind minor mirror mission mistake mobile mode model modern modest moment
    monitor monkey monks mood moral more most motor mount mouse mouth mower much muscle mystery nail narrow nation
    native nature near neat neck neither nerve nervous nest network never nice noise none normal north nose noted
    notes notice number nurse obey object observe obtain obvious occasion occur offer office official often older once
    onion only onto opening operate opinion option orange organ organizational origin ought outcome outdated outside
    oven owner pack package packet paid pain painful pair palm panel panic pants parent park part partner partners
    party past path patient pattern peace pencil pepper percentage perfect period person pest phase phone photo phrase
    piano piece pile pilot pink pipe pitch place plain plant plastic plate player please pleased pleasure plenty plot
    plus poet poetry pole police polite politics pool poor popular port portion portrait position possible potato
    potential pour powder power practical practice praise pray prediction prefer presentation press presume pretty
    preview previous pride priest prime prince printer prison private prize probable process producer profession
    profile profit promise promote promptly proper propose protect protest proud prove provision public pull pump
    punish pupil purchase pure purpose pursue push quality question quick quiet quite rabbit race radio rail raise
    random range rapid rare rather reaction reader real realise reality rear reason recipient record recover reduce
    refer reflect refuse regard region regret relate relation relax relief rely remainder remark remember remote rent
    repair repeatedly replace rescue research resist resource respect responsible rest restore retire revise reward
    rhythm rice rich ride ring rise rival road rock rocket rode role roll roof room rope rose rough round royal rude
    ruin rush safe safely sail salad salary sale salt same sample sand satisfy savings scale scene scheme school
    science score screen search seat section secure seed seem seen select selection sell seller senior sense sent
    serious serve service session settings several shade shadow shake shame shareholder sharp sheep sheer sheet shelf
    shell shine shirt shoe shoot shore short shot shoulder shouldn shout shown shut sick side sight signal silence
    silent silk silly silver similar simple simulation since size skill skin skirt sleep slide slight slow small smart
    smell smelt smile smooth snake soap social soft soil sold soldier solid some somehow soon sorry soul sound soup
    source south space spare speak special specific specifics speed spelt spent spirit spoke spoon sport spot spread
    square stable stack stair stakeholder stamp standard star station stay steady steak steal steam steel stem step
    still stone stood stork storm straight strange stream street stretch strict strike string strip strong struggle
    student study stupid style subject subset succeed success such sudden suffer sugar suggest suit suite sunshine
    supper support suppose sure surface survey survive suspect sweep sweet swim swing switch symbol tail talent tall
    tank target taste taught teach teacher tear tease technical teeth telephone temple tend tent tenth test than thank
    theatre their them then theory there these thick thief thin third thirsty thorough those though thought thousand
    thread threw throat throne throughout throw thrown thumb thus tick tidy tiger tight till timer tiny tire title
    tobacco tomato tone tongue took tool tooth torn total touch tour tourist toward tower town track trade traffic
    trail transition travel tray tree trend trial trick trousers truck true trunk trust truth tube tune twice twiddle
    twiddling typical ugly unable uncle under union unit unstable until upgrade upon upper upset useful usual vacant
    valley value variation vary vast vehicle venture versus very victim victory view village violent virtue virus
    visit voice volume wage waist wake wall warm wash waste watch water weak wealth wear weight weird welcome well
    went were weren west wheat wheel whereas while white wide wife wild willing wind window wing wire wisdom wise with
    within witness woman wonder wonderful wood wool word wore worker world worn worth wouldn wound writer yard yellow
    young your youth zero zone
    """
)

# Words for the kind of thing a project is: "the app" names the only app among the projects, "app" alone does not.
KINDS = word_set(
    """
    website site app application shop store portal platform relaunch redesign rebrand migration campaign webshop page
    dashboard blog newsletter intranet webstore marketplace studio
    """
)

# Words so common in names and questions alike that they tell no project from another.
COMMON = word_set(
    """
    project mobile web online system tool landing marketing internal service software refresh rework update version
    phase integration new old brand digital customer client company business team program programme product solution
    initiative revamp rollout upgrade overhaul suite hub center centre manager management tracker planner assistant
    agency group inc gmbh ltd launch design one two
    """
)

# Words of a name that nobody needs to repeat.
CONNECTORS = word_set("the a an of and for in on at to by with my our de la le der die das und et s")

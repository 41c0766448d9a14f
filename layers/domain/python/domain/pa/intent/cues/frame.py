"""Cues for the frame of a text: what asks, what is courtesy, what greets."""

from domain.pa.intent.word_forms import word_set

ASKING = """
    ^ and? WH
    ^ and? AUX
    ^ ASK
    ^ SEND
    ^ MANAGE
    ^ remind|schedule|any|anything|something|approve|check|repeat|read|cancel|turn|set|put|remember|play|open|book
    ^ help ME
    ^ in|for future
    ^ break|act|become|tap|ping|repeat|stop|resume|approve|sum|fetch|look|note|take|hand|wake
    ^ order|make|let|keep|catch|bring|fill|ask|translate|solve|recommend|forget|ignore|sing|print|reveal|convert
    ^ if|whether
    can|could|would|will|may|might|shall|should|do you|i|we
    let ME ~ know|have
    like|love|want|need|wish ~ know|see|hear|learn|understand|find|get|have|receive|read
    keen|nice|good|great|eager|happy ~ know|see|hear|learn|understand|find|get|have|receive|read
    i|we ~ need|want|wish|wonder|require
    would|will need|like|want|love
    wonder|curious
    please
    be ~ grateful|glad|thankful|oblige
    would be ~ nice|kind|great|good|helpful|lovely|useful|handy|wonderful|perfect|best
    appreciate
    question be
    do you know
    any idea
    interested in|to
    =tell|=show|=give|=send ME
    unsure|not sure|clear whether|if|what|when|how|which
    have ~ idea|clue ~ WH
    ask ~ for
    ask you
    you must|should|can remind|send|tell|give|check|inform|report|make
    you have|need to remind|send|tell|give|check|inform|report|make
    request ~ change|access|update|disclosure
    ask ME
    request you
"""

# Struck out with the rest of its clause.
THANKS = """
    thank|thanks ~ for
    thank you
    look|wait forward to
    not ~ hesitate
    feel free
    please? APOLOGY ~~ NUISANCE
    let ME know if you ~~ need|have
    if ~~ unclear
    hope|trust you|everybody|everyone|all|your|this|thing have|be|enjoy|survive|go|find|do|start|get
"""

# Struck out before anything is read: said in every mail, meaning nothing.
COURTESY = """
    thanks
    let ME know if ~~ anything|something|question
    i|we ~ like|want|wish|have to apologise|apologize|thank|congratulate|express|introduce|mention|add
    how be you ~ do|today|all
    how be you
    how do you do $
    how be ~ weekend|holiday|family|wife|trip|kid|vacation
    hope|trust ~~ well|great|good|fine|find|wonderful|nice|lovely|healthy|start|day|safe|health|summer|enjoy
    hope|trust ~~ you|message|mail|email|note|letter
    thank you|thanks|regard|regards ~ for
    ignore|disregard my ~ message|mail|email|question
    if you|there have|be|need ~ any ~ question|anything|doubt
    at your ~ convenience
    excuse ME
    sorry ~ to|for
    if ~ be not ~ much trouble|work|bother|effort
    if ~ not ~ too? much trouble
    quick|short|small|little|simple|brief|another thing|ask
    quick|short|small|little|simple|brief|another|NUM question|favour|favor|request
    ^ NUM thing|point|matter
    i|we ~ need|have|want NUM thing|point|figure|answer
    NUM point|matter|item|figure|topic on|about|for|regarding?
    i have ~ question
    when|if|once you get|have|find ~ chance|minute|time|moment|second
    as soon as ~ possible|you|can|convenient
    await your reply|answer|response
    wait|expect|await for? your ~ reply|answer|response|feedback
    answer|reply|response ~ appreciated
    your ~ quick|prompt|early|kind|swift|fast ~ reply|answer|response
    have a ~ nice|good|great|lovely|pleasant|wonderful day|week|weekend|evening|one|time
    best|kind|warm|warmest|kindest|many|friendly|sincere regard|regards|wish|wishes|greeting|greetings|thanks
    with ~ regard|regards|greeting|greetings|thanks|wish
    yours ~ sincerely|faithfully|truly
    no ~ rush|hurry|pressure|worry|problem
    take your time
    what =a ~ week|day|month|year|weekend|summer|winter
    wish you ~~ year|health|holiday|luck|well|christmas|success|day|weekend|best|evening
    may i ask ~ you? for
    good morning|evening|afternoon|day
    dear ~ sir or madam
    long time no see|speak
    ask ~ you? ~ one|a|quick|favour|favor
    do ME ~ favour|favor
    be so kind|good as? to
    be|have a? pleasure
    sleep well $
"""

GREETING_WORDS = word_set(
    """
    hi hello hey good morning evening afternoon day dear assistant there everyone all team sir madam or bye goodbye
    night greetings greeting namaste bonjour hola servus moin ciao guten tag regards best kind warm thanks thank you
    yours sincerely faithfully nice meet mate buddy friend pa dude bro to again much a lot so very many ok okay cool
    great perfect
    """
)

"""Cues for what stands in the way: trouble of any kind, and access that was asked for or given."""

from domain.pa.intent.cue import Cues

BLOCKERS = Cues(
    strong="""
        STUCK
        why ~~ not|nothing|slow|slowly|stop|late|delay|long|stand|wait|behind
        why ~~ stall|quiet|halt|slip|shift|still|nobody|delayed|postpone|forever|ages
        what|who|something|anything|anyone|somebody|anybody|nothing ~ prevent|hinder|impede|block|disturb
        what|who|something|anything|nothing be|have|could|might? stop|hold|delay|slow|brake|retain|drag|limit
        anyone|somebody|anybody be|have? stop|hold|delay|slow|brake|retain|drag|limit
        prevent|stop|hinder|block ~ from
        keep PERSON|US|TEAM|ME ~ from
        PERSON|team|US from ~ work|continue|start|proceed|go|finish|move|deliver|carry|make
        slow ~ down
        slow
        in ~ way of
        in|out the|its|our|their|his|your way
        out of the way
        stand|get|come|be|stay|lie|put in way
        hold|keep PERSON|US|PROJECT|ALL|work ~ up|back|wait
        not ~ continue|proceed|advance|carry|budge|progress
        not|nothing|hardly|barely ~ move
        not|nothing ~ happen|progress|advance|proceed
        not|nothing ~ go forward|on
        can not ~ go|work|start|move|do ~ on|anything|further|forward|until
        can not start|work|finish|move|ship|deliver
        off the? rail|track|rails
        off track|rails|course
        rail|derail
        go|be|look ~ wrong|sour|south|sideways|pear|awry
        broken
        redflag
        in ~ the red|amber|yellow
        idle|twiddle|sit around
        sit ~ around|idle|wait
        work ~ wait ~ for|on
        wait ~ because
        unresolved ~ dependency|issue|problem
        dependency|blockage|delaying|bogged|mired|limbo
        struggle|suffer|crash|collapse
        hold ~ team|people|us|everybody|everyone|it|things|things
        lose sleep
        keep ME ~ awake|up
        smell|stink|fishy|sink
        what be ~ problem|matter|issue|catch|snag
        gone quiet
        dead in water
        drag ~ foot|feet
        up at night
        sleepless
        not ~ work|go ~ well|smoothly|right|properly|expected
        what|anything be not ~ work
        crawl|sluggish|sluggishly
        shoe pinch
        blow up
        fall apart
        bite ME|we|us
        weak|weakest link|point|spot
        lose time
        lose ~ time
        gum ~ up
        in works|pipe
        trip ~ up
        spanner|wrench
        go awry|astray
        choke|clog|bog
        where ~ hang|stick|stuck|hurt|pinch|problem|jam
        it hang
        brake
        wait ~ on ~ third|other|external|someone else
        stand|be|lie between
        give ~ headache
        dark cloud
        stand still
        stop ~ work|project|team|us|progress|developer|people
        work|works|project|everything ~ stop
    """,
    plain="""
        RISK
        TEAM ~ wait ~ for|on
        halt
        what be ~ cause
        at risk
        danger|jeopardy|trouble|peril|threat|endanger
        worry|worried|afraid|nervous|scared|concern|uneasy
        bad news
        against the|a wall
        fail|failing|failure
        on hold|ice
        PROJECT ~ wait ~ for|on
        what be we|you|they ~ wait
        keep ~ back|wait|waiting|hanging|hold
        what be ~ reason
        for what reason
        what ~ team ~ continue|proceed|advance
        why
        tight
        surprise
        go slowly
    """,
    weak="""
        wait
        missing
        stop
        bad
    """,
    vetoes="""
        no problem|worry|issue
        how be|do PROJECT|US|ALL? ~ holdup
        how be ~ PROJECT holdup
        not worry
        payment|card ~ fail
    """,
)

CREDENTIALS = Cues(
    strong="""
        PASSWORD
        vault
        SERVICE|our|your|their|system access|key|permission|account|right
        ACCESS to|for|of ~ SERVICE
        access right|permission|request|datum|data|detail|code|credential
        access|key|permission|invite to
        key ~ NEED
        NEED ~ key|access|permission|account
        get|have|give|grant|lack|without|lose access|key|permission|account|right
        key|access|accesses ~ miss|missing|still|request|open|give|grant|deposit|store|share|hand|provide|demand
        get|let|log ~ in|into|inside SERVICE|our|account|system
        can ~ not ~ get in|into|inside
        get in|inside $
        unlock
        key ~ kingdom
        get into our|my
        hand|turn over ~ login|key|access|account
        connect|connection to ~ SERVICE
        TEAM ~ reach|access|enter ~ SERVICE
        door
        let TEAM? ~ in|into
        get ~ in|into ~ system
        lock|locked|shut out
        what|which ~ access|key|permission|account|secret|right
        who ~ access
        store|save|deposit|put|hold|keep ~ vault|secret|key
        secret ~ store|save|deposit|request|need
        deposit
        login
        authenticate
        keys
        accesses
        access
        permission
        fetch ~ from vault
        oauth|2fa|otp
    """,
    plain="""
        key
        secret
        account ~ SERVICE
        SERVICE account
        SERVICE ~ setup|connect|connected|reach|access|open
        open ~ door
        i ~ have not ~ share|give|grant|provide|hand|send|deposit
    """,
    weak="""
        SERVICE
        account
    """,
    vetoes="""
        key date|point|figure|number|risk|metric|milestone|fact|issue|message|decision
        key takeaway|question|user|flow|account|result|finding|insight|area|topic|priority|problem
        your|ME permission
        permission from
        my permission
        ask ~ permission
    """,
)

"""Cues for what waits for the customer: what comes first, and what needs consent."""

from domain.pa.intent.cue import Cues

PRIORITIES = Cues(
    strong="""
        priority|prioritise|prioritize
        rank|sort|order|list ~~ URGENT
        ACT ~ first
        first ~ ACT
        first thing
        first to ACT
        where ~ start|begin|focus|concentrate
        biggest difference|impact
        keep ME busy|occupied
        what|anything ~ burning|hot $
        be|have i ~ late with|on|for
        where ~ energy|attention|effort|time|hand|head
        focus|concentrate on
        best use of
        do next
        number one
        task ~ URGENT
        pending on|with|for ME
        need|want my help|input|attention|support|opinion
        TEAM|PERSON ~ wait on|for ME
        worry ~ first
        put ME to work
        be i ~ one ~ wait
        next for ME
        what next $
        what be next $
        next step|action|move
        what|which ~ i|we ~ should|must|shall|have|need ACT
        what ~ should|must|shall|do|can|would|could i|we ~ ACT
        what would you ACT
        what should|must|shall ~ ACT
        what be ~ i|we ~ must|should|have|need|can|do
        what to ACT
        which ~ should|must|shall i|we ACT
        action item|point
        matter most|today|now
        most ~ matter
        one thing
        NUM thing|item|task|point|matter
        top NUM|thing|item|task|concern|list|point|issue|pick
        can|could|do|should ~ not ~ wait
        what|which ~ can|could wait
        need ~ do ~ first|today|now
        on|off my plate|desk|list|table|agenda|shoulder|mind
        todo
        to do list|item|s
        tick|check off
        in my|your shoe|shoes|place|position
        where ~ you|they|team need ME
        where ~ spend|invest|put ~ time|energy|hour|morning|afternoon|day|effort
        top|bottom of ~ pile|list|stack|agenda|heap
        on fire
        must not ~ ignore|miss|forget|overlook
        can not ~ ignore
        can ~ ignore|skip|postpone|delegate
        need|have to act
        crucial for ME
        for ME ~ do|decide|act
        what|something|anything ~ TEAM ~ need|want|expect|require|wait|lack|ask ~ from|of|by|on|for ME
    """,
    plain="""
        URGENT
        what|which ~ first
        of use|help|service|assistance
        where ~ i ~ useful|helpful
        need|require|deserve|want|call|pay ~ attention|eye|input|action|intervention
        attention
        NEED ~ from|of|by ME
        need|require|want|expect ~ ME
        need ME
        wait|hang|count|sit|rely|depend|pend|hinge ~ on|for|with|upon ME
        wait|expect ME
        on|with|from|for|of my side|part|end
        depend on ME
        expect of|from ME
        up to ME
        rest|lie with ME
        in my hand
        main|key|biggest thing
        my call
        in my|our court
        ball be|in
        i ~ have NUM|half|quarter|minute|hour|moment|time
        anything|something|thing|point ~ for ME ~ do|decide|handle
        anything|something|what ~ from ME
        anything|something ~ i ~ forget|overlook|miss|neglect|should|must|need|have
        be|do|have i ~ forget|overlook|neglect
        my turn|move|job|task|responsibility|duty
        where be i ~ need
        i be need|require
        TEAM need|want|expect|require|lack
        most ~ urgently
        hot|hottest|biggest|top
        look at
        do|tackle|handle|solve|decide ~ today|morning|afternoon|tonight|before
        important
        what ~ i ~ do
        personally
        involve|involvement|my help|input|attention
        do i ~ have|need to
        for ME to
        drop everything
    """,
    weak="""
        first
        today
        for ME
        need
        i have|need to
    """,
    vetoes="""
        first of|business|working DAY|each|every
    """,
)

APPROVALS = Cues(
    strong="""
        APPROVAL
        my ~ yes|no|ok|okay|nod|go|decision|signature|confirmation|agreement|review
        my ~ feedback|opinion|verdict|sign|word|permission|judgement|vote|tick|stamp|seal
        yes|ok|okay|nod|go|decision|signature|confirmation|agreement|review|verdict|sign|tick from|by|of|with ME
        yes or ~ no
        say yes|no|go|ok|okay
        to ok|okay
        need|want|get|give ~ ok|okay|nod|yes
        i|we ~ have|need|must|should|to|shall|supposed ACCEPT
        i|we|me|us ~ to ACCEPT
        must|need|should|have|shall i ~ ACCEPT
        until|before|unless|once i ~ ACCEPT
        to review|validate|authorise|authorize|countersign|sign|proofread
        PENDING|NEED ~ ACCEPT
        NEED ~~ review|decision|confirmation|signature|validation|acceptance|authorisation|authorization
        for|in|under|left|up review
        for|my sign|signature|validation|confirmation|acceptance|authorization
        ACCEPT ~ PENDING
        decision ~ ME|make|take|open
        DELIVERABLE ~ wait|pend|review|await|pending|outstanding
        DELIVERABLE ~ NEED ~ ACCEPT
        DELIVERABLE ~ not ~ ACCEPT
        DELIVERABLE ~ unanswered|undecided
        DELIVERABLE ~ ACCEPT
        ACCEPT ~ DELIVERABLE
        nobody|noone|not|someone|anyone|who ~ accept|validate|review|sign|check|countersign
        PERSON|not|nobody|noone|have|be ~ accept|validate|authorise|authorize
        reject|refuse
        turn ~ down
        say yes to
        final say
        say so
        my ~ blessing|stamp|seal|initial|autograph
        put my name
        ME ~ approve|sign|accept|greenlight
        sign something|anything|it|this
        free to go|proceed
        give ~ go
        get ~ go from
        validate
        without ME|my
        waiting on ~ decision
        submit for
    """,
    plain="""
        review|sign|accept|confirmation
        decision|decide
        yes
        DELIVERABLE ~ ME
        look over
        request|ask for change|revision
        change request
        submitted|handed ~ ME|in
        hand in
        put before|front
        PENDING ~ DELIVERABLE
    """,
    weak="""
        confirm|check|feedback
        DELIVERABLE
    """,
    vetoes="""
        AGENT ~ decide|decision
    """,
)

"""Cues for figures and dates."""

from domain.pa.intent.cue import Cues

BUDGET = Cues(
    covering="""
        how much|many ~~ MONEY
    """,
    strong="""
        MONEY
        how much ~~ SPEND|use|go|leave|left|remain|owe|charge|bill|cost|rest|over|consume|budget
        how much ~~ deeper|more|extra|further ~ cost|pay|spend
        how much be PROJECT|it|that|this|we|all
        how much be ~ for|of|until|till
        SPEND sofar
        what ~ i|we|you|it|PROJECT|all|this|project ~ SPEND|owe|cost|charge
        what have|do|will ~ SPEND|owe
        break the bank
        set ME ~ back
        set PERSON back
        what be damage
        the damage
        the sum of|that|which|charge
        what ~ sum
        afford
        affordable
        run out|short|low of|on MONEY|fund|cash
        run dry
        go over $
        reserves|savings
        ruin
        hole in
        in the hole
        sink|pour|put into PROJECT|this|it|project
        left|remain in the? pot|kitty|tank|till|jar|purse|bank|account
        enough ~ left
        meter
        go broke
        bang for
        in the pot
        overpay
        out of pocket
        close|near|hit|reach|exceed|below ~ limit|cap|ceiling
        headroom
        top up|it|this|anything|something up?
        dig deep|deeper
        within ~ limit|ceiling|mean|means|allowance
        beyond|above ~ means|mean
        over|above|beyond|exceed|under|below ~ estimate|quote|ceiling|limit
        in the red|black
        PRICE until|till|up
        cost ~ PROJECT
        expensive|pricey|costly|cheap|cheaper
        price|invoice|bill
        more than ~ agree|quote|plan|calculate|think|expect|budget|sign
        bleed|bleeding
        burn through
        go through ~ MONEY
        into debt|deficit|bankrupt
        bankrupt|bankruptcy|debt|deficit|broke
        profit|profitable|margin|roi
        value for money
        spend
        euros|dollars|bucks|pounds
    """,
    plain="""
        PRICE
        estimate
        how much
        SPEND
        burn
        left over|to spend
        use ~ up
        worth it|every
        numbers|figures|figure
        accountant|accounting|bookkeeper|cfo|treasurer|controller|bookkeeping
    """,
    weak="""
        much
        remain|left
    """,
    vetoes="""
        how much ~ time|longer|work|effort
        pay attention
        in charge
        i have ~ hour|minute|moment|time
        waste|take|cost|spend|save ~ time|hour|day|week|month
        time ~ spend
        time left
    """,
)

TIMELINE = Cues(
    strong="""
        DEADLINE
        LATE
        when ~~ DONE
        when can|could|will|shall|do|should|would|might|may|be ~ US|PROJECT
        when PROJECT
        by|until|till|for|since? when
        from|by|on|until|for what|which day|date|time|week|month|point
        on|in what|which day|date|week|month
        what|which day|date|week|month
        how long|soon
        how many ~ TIMESPAN
        how many ~ DATE
        how much ~ time|longer|long
        still need|take ~ TIMESPAN
        time ~ left|remain|leave|need|take
        launch|release|delivery|finish|due|end|completion|target date|day
        go|golive|expect|start|handover|opening|final|key|estimated date|day
        date
        dates
        on|in|right|good time
        just in time
        DEADLINE|DONE|DATE|opening|launch|date ~ danger|risk|jeopardy|threaten|doubt|question
        countdown|turnaround
        out ~ door
        go public
        chance|likely|realistic ~ DATE
        DONE ~ first|last|earliest|soonest
        push|move|shift ~ back
        make|meet|keep|hit|reach|hold|manage|miss ~ date|target|deadline|term|promise|commitment
        make it
        on|behind|ahead|off|within|in|per schedule|plan|time|calendar
        ahead|short of schedule|plan|time
        behind
        slip|slippage
        DONE ~~ by|before|until|till|in|within|around|after DATE|TIMESPAN|NUM
        DONE ~~ by|before|until|for ~ DATE
        DONE ~~ next|this DATE
        will|shall ~~ in|for|within|on|at|over DATE
        can|could|will|shall|should|may ~~ from|on|in ~ DATE|NUM|may
        of may
        will|can|shall|DONE ~~ before|by|until|till|for meeting|fair|party|opening|event
        will|can|shall|DONE ~~ before|by|until|till|for demo|conference|show|wedding|exhibition
        ready for
        in time for
        as promise
        promise|count|rely|bank ~~ DATE
        expect ~ DONE
        foresee|forecast|projected
        end ~ of|for PROJECT
        the end $
        end be
        in sight
        be ~ nearly|almost|close ~ DONE
        nearly|almost there
        be we there
        drag on
        take ~ longer|forever|ages
        take ~ TIMESPAN
        will|go ~ take
        calendar
        when|how ~ finish line
        finish line
        see ~ light ~ day
        much longer
        how long ~ wait|more
        TIMESPAN realistic|feasible|possible
        realistic|feasible|possible ~ date|DATE
        announce|book|promise|invite|advertise|print ~~ for|on|in|by|before|already DATE|NUM|opening|launch|first
        should i ~ announce|postpone|move|cancel|delay|book|plan
        when ~~ customer|client|visitor|user|people|patient|guest|public
        pop ~ champagne
        celebrate
        light ~ end
        estimated|expected|planned|forecast ~ DONE|time|date|arrival|delivery
        golive
        duedate
        DONE ~ before
    """,
    plain="""
        when
        will there ~ be
        will|can|shall|could|would|should|able ~~ by|before|until|till|ahead|after DATE|NUM
        wait ~ longer
        soon
        DONE yet
        be ~ DONE yet
        will ~ DONE
        schedule
        still wait
        launch|release
        start|begin|kick off
        due
        of|in|by|until|before|early|late|mid may
        ready
        already finish|ready|do
        delivery
    """,
    weak="""
        finish
        before|by|until|till DATE
    """,
    vetoes="""
        and when $
        what do|have TEAM ~ do|get|finish|achieve|deliver
        up to date
        when i
        when ~~ last use|run|change|update|access|login
        last used
    """,
)

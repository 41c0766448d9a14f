"""Cues for the schedule: something to do later or regularly, and the tasks that exist already."""

from domain.pa.intent.cue import Cues

SCHEDULE = Cues(
    covering="""
        remind ME $
        remind ME to|of|about|on|at|in|for|that|again|before|after
        remind ME tomorrow|tonight|later|next|every|each|daily|weekly|if|when|DATE|NUM
        remind ME ... every|each|daily|weekly|tomorrow|tonight
        remind ME ~~ on|at|in|next DATE|NUM|DAY
        remind PERSON ~ to|about|of
        make ME remember
        SEND ~~ on|at|by the? first|last|second|third|NUM DAY|DATE? of
        remember ME ~~ DATE|NUM|to|of|about
        set|create|add|make|put|need|want|put ~ reminder|alarm
        SEND ... every|each DAY|NUM
        SEND ... RHYTHM
        SEND ... NUM|once|twice time? by|per|in|a? DAY|weekly|daily|monthly
        inform ME ... NUM time by|per|in|a? DAY|weekly|daily|monthly
        run|execute|repeat ~ report|task|check|digest
        SEND ... regular|weekly|daily|monthly basis|interval|manner|rhythm
        SEND ... once|twice|time daily|weekly|monthly|DAY|yearly
        SEND ... on|at|by the? NUM|first|last|end of every|each|daily|weekly|monthly
        SEND ... at|on? the end of every|each|daily|weekly|monthly|week|day|month
        SEND|want|need|like|have|receive|get ... all monday|tuesday|wednesday|thursday|friday|saturday|sunday
        i ~ need|want|wish|like|love|have ... every|each DAY|NUM
        ^ keep|watch|monitor|track|follow|collect|calculate|sum|add|control ... every|each DAY|NUM
        ^ keep|watch|monitor|track|follow|collect|calculate|sum|add|control ... daily|weekly|monthly|regularly
        i ~ need|want|wish|like|love|have ... daily|weekly|monthly|regularly|mondays|fridays|hourly|weekdays
        i ~ need|want|wish|like|love|have ... once|twice daily|weekly|monthly|DAY
        i ~ need|want|wish|like|love|have ... NUM time in|by|per? DAY
        could|can|may i|we ~ get|have|receive ... every|each DAY|NUM
        would be ~ lovely|nice|great|good|helpful|handy|useful ... every|each|daily|weekly|monthly|regularly
        ^ every|each DAY|NUM
        ^ daily|weekly|monthly
        ^ every|each|daily|weekly|monthly|mondays|tuesdays|wednesdays|thursdays|fridays ... SEND
        ^ on mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends
        let ME ~ not|never forget ~ to|about
        not let ME ~ forget
        not forget to remind
        stop ~ bug|bother|spam|annoy ME
        skip|hold ~ report|digest|reminder|briefing|update
        reminder|alarm ~ go|ring|sound|off
        keep ME ~ post|update|inform ... every|each|daily|weekly|monthly|regularly
        then ~ every|each|daily|weekly|monthly
        then ~ tomorrow|again
        ^ once|twice a? daily|weekly|monthly|DAY
        ^ NUM time a? daily|weekly|monthly|DAY
        starting|beginning next|on|from|this? DAY|NUM|DATE
        ^ from next|this? DATE
        SEND|wake|prompt ME on|at|next DAY|NUM|DATE
        SEND|wake|prompt ME in NUM DAY|TIMESPAN|DATE
        SEND|prompt ME tomorrow|tonight|later
        mail|email|ping|notify|alert|text|message|call|nudge|wake|prompt|buzz|send ME ... tomorrow|tonight|later
        mail|email|ping|notify|alert|text|message|call|nudge|wake|prompt|buzz|send ME ... on|next DATE
        ^ mail|email|ping|notify|alert|text|message|call|forward|send|deliver ... tomorrow|tonight|later
        ^ mail|email|ping|notify|alert|text|message|call|forward|send|deliver ... on|next DATE
        ^ do|get|bring|look|see|run|have ... every|each DAY|NUM
        ^ do|get|bring|look|see|run|have ... daily|weekly|monthly|regularly
        SEND ~~ at NUM
        notify|alert|ping|warn|text|email|message|nudge ME ~ when|if|once|before|whenever|should
        let|tell|inform ME ~ as soon ~ as
        let|tell|inform ME ~ once|whenever|moment
        ME ~~ in NUM DAY|TIMESPAN
        SEND ~~ tomorrow|tonight ~ at|morning|afternoon|evening|noon|before|by
        SEND ~~ in NUM|a DAY|DATE|TIMESPAN
        SEND ~~ on DATE at|morning|evening|afternoon
        ^ tomorrow|tonight|later ... SEND
        ^ at NUM ... SEND
        ^ in NUM DAY|TIMESPAN ... SEND
        ^ on|next DATE ... SEND ME
        check|look|ask|come ~~ again|back|up|in tomorrow|tonight|later|next|in|on DAY|NUM|DATE|TIMESPAN
        follow|get|checkin|report ~~ again|back|up|in tomorrow|tonight|later|next|in|on DAY|NUM|DATE|TIMESPAN
        check|look|ask|come|follow|checkin ~~ tomorrow|tonight|later
        check|look|ask|come|follow|checkin ~~ next DATE
        check|look|ask|come|follow|checkin|report ~~ in NUM DAY|TIMESPAN
        checkin ~~ in|on NUM|DATE
        check|look|ask|review|report ~~ on NUM|DATE
        do ~~ again ~ tomorrow|next|in|on|every
        MANAGE ~~ TASK|reminder|reminders
        MANAGE ~ REGULAR|RECUR
        MANAGE ~ send|remind|mail|email|ping|notify|message
        MANAGE ~ my|your|the|all|that|this|PROJECT task|report|reminder
        turn|switch ~ on|off ~ TASK
        turn|switch ~ TASK ~ on|off
        not|longer ~ get|receive|want ~ RHYTHM|REGULAR
        no more ~ TASK|mail|notification
        MANAGE ... from|to NUM|DATE ~ to|on NUM|DATE
        ^ schedule
        can|could|would|please|to schedule
        schedule ~ TASK|call|meeting|review|check|run|message|mail
        SETUP ~ up? ~ TASK|check|recurring|regular|weekly|daily|monthly
        put ~ in|on ~ calendar|diary
        i ~ ask|tell|order|instruct|request|have you ~ to|do ... RECUR|regularly|recurring
        i ~ ask|tell|order|instruct you to ~ do
        thing|task|job|what i ask|tell|give|assign|order you
        UNKNOWN ME ~~ on|next|in|at DATE|NUM
        UNKNOWN ME ~~ tomorrow|tonight
        i ~ have|get you ~ do|run
        on autopilot|repeat
        autopilot
        recurring|recurrent|automated|automation
        TASK|REGULAR ~ run|fire|execute|arrive
        REGULAR TASK ~ run|go|arrive|come|fire|send|fail|execute|work|happen|deliver|due|do
        report|reminder|digest|newsletter|roundup ~ run|go|arrive|come|fire|send|fail|execute|happen|deliver
        when ~ next|my|the report|reminder|run|digest
        next report|reminder|run|digest|execution
        what|which ~ reminder|automation|schedule|routine|recurring
        what|which|list|show|many ~ report|task ~ run|schedule|active|pause|plan|set|planned
        what|which|list|show|many ~ my|our|your|of task
        what|which|many|list|show ~ task ~ i|you|for
        be|do ~ REGULAR TASK
    """,
    strong="""
        REGULAR TASK
        reminder
        my|your|the|active|open|existing|current|scheduled|planned|paused|all|which|what|running task
        scheduled
        schedule ~ ME
        automation
        snooze
        you do ~ for ME ~ automatic|automatically|regularly
        follow up ~ tomorrow|next|in
        every|each DAY
        once a? daily|weekly|monthly|DAY
        what|which report ~ i ~ get|receive
        you ~ do ~ regularly|automatically|daily|weekly
        task ~ you|assistant
    """,
    plain="""
        task
        schedule
    """,
    weak="""
        regularly|daily|weekly|monthly|periodically
        every
        later
    """,
    vetoes="""
        on|behind|ahead|off|within|per|to schedule
        project schedule
        task ~ URGENT|first
        task ~ on|for my|today|side|end|plate
        how much|many ~ every|each|daily|weekly|monthly
        how many report
    """,
)

"""Cues for what the CEO and the team said."""

from domain.pa.intent.cue import Cues

MESSAGES = Cues(
    covering="""
        what|which|that ~ AGENT ~ SAY|tell|write|answer|reply|respond|think|want|mean|send|post
        what have|do ~ AGENT ~ SAY|tell|write|answer|reply|respond|think|want|mean|send|post|decide|come
        have|do ~ PERSON ~ reply|respond|write|answer|message|react|contact|text|call
        have|do ~ AGENT ~ SAY|react|contact|send|get|come|leave|mention|hear|see
        have|do ~ PERSON ~ get|come|got ~ back
        have|do ~ PERSON ~ send|write|leave|tell ~ ME
        PERSON ~ get|come back to|with|on ME|it|my|that
        AGENT ~ get|come|write|go|report ~ back
        SAY|answer|response|reply|news|word|message from|by|of AGENT
        feedback|reaction|note|something|anything|update|comment|info from|by|of AGENT
        hear ~ from|back|of AGENT|team|anyone|anybody|PERSON
        hear back|from
        AGENT ~ last|latest|newest|recent word|message|answer|reply|comment|statement|note|thing|remark
        LATEST ~ word|message|answer|reply|comment ~ AGENT|team|conversation|thread|chat|inbox|you|PROJECT
        LATEST ~ note|mail|statement|response|remark ~ AGENT|team|conversation|thread|chat|inbox|you|PROJECT
        LATEST thing ~ say|write|post|tell
        have|do ~ PERSON ~ reach ME|out
        LATEST thing ~ AGENT ~ SAY|tell
    """,
    strong="""
        unread
        inbox|mailbox|postbox|mails|messages|emails
        LATEST ~ word|message|answer|reply|note|mail|response|post
        any|new|get|have|some|no ~ message|mail|reply|response|letter|email|dm|note|post
        any|an|get|have|a|no|my answer
        any|some word
        miss|overlook ~ message|mail|reply|call|note
        say anything|something
        chatter
        on read
        in touch
        what do|have he|she|they|team|anyone|somebody SAY
        my|our question ~ hang|pick|pending|open|unanswered
        pick up my|our? question|message|mail
        come back with
        drop ~ line
        left|leave ~ message|note|voicemail
        answer|reply to ~ question|message|mail|query|demand|request
        from PERSON ~ hear
        i ~ hear ~ from|back
        ceo's
        message|reply|answer|response ~ for ME
        message|reply|answer|response from
        answer|reply|respond|response to ME|it|that|this
        my|our question|message|mail|request|email|query|note ~ answer|reply|ignore|read|respond|see|react|open
        AGENT|anyone|anybody|someone|somebody|he|she|team ~ answer|reply|respond|write ~ ME|yet|back
        who ~ write|contact|message|call|text ME
        who ~ write|contact|message|call|text to ME
        write|answer|reply|respond|get|come back ~ to|with ME
        get back to ME
        answer|reply|respond|response yet
        get|receive ~ reply|response|answer|message
        my note|message|mail|letter|question ~ get|arrive|reach|through|deliver|see
        reach|contact|text ME
        conversation|thread|chat|correspondence|discussion
        i ~ have not ~ read
        not ~ read|see yet
        yet|not to read
        ghost
        ignore ME
        i ~ be ignore
        mail|post|message for ME
        read ME|out|aloud|again ~ message|reply|answer|note|last|mail
        AGENT ~ SAY|tell|write|think|mean|announce|decide
        quote AGENT
        AGENT word|statement|remark
        what AGENT SAY|tell|write
        come answer|reply|response|news
        answer|reply|response come|arrive
    """,
    plain="""
        message|reply
        silence|silent|quiet
        my|our question|message|mail|email|query
        unanswered
        SAY|tell ~ AGENT
        AGENT
        waiting|wait ~ answer|reply|response|feedback
        talk|speak|write to ME
    """,
    weak="""
        MESSAGE
        answer|hear|react
    """,
    vetoes="""
        my|our boss|chief|director
        answer|reply|response|message|feedback|word from|of ME
        answer|reply|response|message ~ short|brief|simple|detail|bullet|english|german|french|plain|one
    """,
)

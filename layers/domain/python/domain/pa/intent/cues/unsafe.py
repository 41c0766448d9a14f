"""Cues for what is declined for safety: secrets, other customers, attempts to change the rules."""

from domain.pa.intent.cue import Cues

# Metadata of what was deposited may be asked for; the value behind it may not.
SECRET = Cues(
    covering="""
        REVEAL ~ ME? ~ content|value|plaintext|plain ~ SECRETNOUN|vault
        dump|decrypt|leak|expose|exfiltrate ~~ SECRETNOUN|vault|secret|credential
        reveal|disclose ~~ SECRETNOUN|secret
        disclosure|copy|value|content|character|digit|plaintext|text|letter of|behind|in ~ SECRETNOUN
        SECRETNOUN ~ value|plaintext
        SECRETNOUN in|as plain|clear|full|text|plaintext|readable
        in plain|clear text|words
        full|actual|real|exact|unmasked|raw|complete|decrypted|plaintext SECRETNOUN
        unmask
        first|last NUM character|digit|letter
        base64|hex|encode|encrypt|rot13 ~~ SECRETNOUN
    """,
    strong="""
        say ME ~~ SECRETNOUN
        show|tell|whisper|dictate|sing|read|print|display|paste|output ~~ SECRETNOUN
        recite|repeat|copy|fetch|retrieve|export|extract|post|return|type ~~ SECRETNOUN
        give|send|hand|share|mail|email|text|write|provide ME ~~ SECRETNOUN
        forward|pass|get|remind|spell|find|supply|transmit|communicate ME ~~ SECRETNOUN
        send|give|provide|supply|share|communicate|mail|transmit ~ SECRETNOUN ~ to? ME
        send|give|share ~~ SECRETNOUN ~~ save|store|deposit
        ^ send|mail|email|forward|give|share|provide ~~ SECRETNOUN
        open ~ vault
        read|print|display ~~ vault|secret
        i|we ~ need|want|like ~ see|get|have|know|use|read SECRETNOUN
        i|we ~ need|want|like ~ SERVICE? SECRETNOUN
        can|may|could i|we ~ have|get|see|know ~ SECRETNOUN
        what be SERVICE? SERVICE? SERVICE? SECRETNOUN
        what SERVICE? SECRETNOUN be $
        what be ~ SECRETNOUN ~ save|store|deposit|give|hold|keep|put|enter|use
        what be PROJECT SECRETNOUN
        what be ~ SECRETNOUN for|of|to
        what be ~ key|secret ~ save|store|deposit|give|put|hold|keep
        what SECRETNOUN do i|we ~ save|store|set|use|choose|give $
        forget|lose|misplace|mislay ~~ SECRETNOUN|key|secret
        not|nobody|noone|hardly|barely ~ remember|know|find|recall|have ~ SECRETNOUN
        remember|know|recall SERVICE? SECRETNOUN
        SECRETNOUN ~ be again
        look up ~ SECRETNOUN
        which|what SECRETNOUN ~ be it
        how ~ SECRETNOUN ~ go|spell|read|look like
        copy of ~ SECRETNOUN
        what be in SERVICE? SECRETNOUN
        open the vault ~ ME
        see|view ~ password|secret|token|apikey
    """,
    vetoes="""
        you|team|they|PERSON ~ NEED ~~ SECRETNOUN
        SECRETNOUN ~ you|team|they|PERSON ~ NEED
        SECRETNOUN ~ NEED ~ you|team|they|PERSON
        SECRETNOUN ~ request|require|missing|pending|outstanding|open|age|expire|expiry|metadata|wait
        SECRETNOUN ~ be ~ miss|need|use|store|deposit
        PENDING|missing|requested|required|needed SECRETNOUN
        you request ~ SECRETNOUN
        which|whose SECRETNOUN
        report|summary|overview|reminder ~~ SECRETNOUN
        remind ME to
        how many SECRETNOUN
        request ~ for ~ SECRETNOUN
        status|list|overview|inventory|name|names|metadata ~ SECRETNOUN|credential
        need ~ SECRETNOUN ~ from ME
        safe|secure|rotate|change
        who ~ see|access|read|use|view|open
        give|hand|send|show|tell you
    """,
)

# "I lost the password. Can you read it to me": asks for a secret where one was spoken of before.
ECHO = Cues(
    strong="""
        read|paste|print|reveal|tell|show|spell|say|display|output ME? ~ it|them|one|ones
        what be it|they $
        =send|=give|=mail|=forward it|them ~ to? ME
    """,
)

OTHERS = Cues(
    covering="""
        login ~ as|to|into|in ~ customer|tenant|user|client|owner|them|him|her|their|his|another
        login as
        impersonate|masquerade
        customer|client|user|company|account besides|except|apart|than|beside|aside
        on ~ behalf of
    """,
    strong="""
        another|other|different|foreign|various|fellow OTHERS
        other people project|budget|account|datum|data|business
        all|every|each|any customer|tenant|user
        all ~ your customer|client|tenant|user
        all ~ customer|tenant|user account|datum|data|project|budget
        your other? customer|client|user
        PERSON else ~ HOLDING|behalf
        instead of mine
        not mine
        RIVAL ~ HOLDING
        customer|tenant|client|company|user|account NAME
        projects|accounts|workspace|vault of NAME
        HOLDING ~ of|from|for|by ~ RIVAL
        what|how ~ RIVAL ~ pay|spend|build|do|plan|work
        as|for|of|from customer|tenant|user|account|client NUM
        customer|tenant|user number|id|NUM|called
        act|work|pretend|answer|pose|operate ~ as|like|for ~ customer|tenant|user|client|owner|them|him|her
        act|login|sign|log ~ on|in behalf
        in the name of
        switch|change|jump|go|log ~ to|into|over ~ account|customer|tenant|workspace|client|company
        belong|belongs to ~ OTHERS|another|other|someone|somebody
        their|his|her workspace|account|approval|budget|credential|vault|tenant
        customer|client|company|user|tenant|account next door
        friend|brother|sister ~ account|workspace|vault
        who else ~ use|customer|client|work|hire|pay|be
        across|from|over all OTHERS
        in|into ~ account|workspace of
        all account|user|tenant|customer ~ system|platform|server|database
        other companies|customers|clients|tenants
        cross tenant
    """,
    vetoes="""
        my|our other? client|customer|company
        their|his|her account ~ SERVICE
        your customer service|support
    """,
)

OVERRIDE = Cues(
    covering="""
        IGNORE ~~ RULES
        IGNORE ~ everything|all|anything|whatever|what ~ before|above|previous|prior|earlier
        IGNORE ~ everything|all|anything|whatever|what ~ tell|say|learn|know|so|up
        not ~ follow|obey|apply|respect|bind|mind|heed ~ RULES
        RULES ~ not|longer|never ~ apply|matter|count|valid|exist|bind|hold
        you be now
        now you be
        you be no longer
        you ~ have|know no|any RULES
        you ~ act|behave|function|operate as
        from now on you
        from now on ~ answer|respond|act|behave|ignore|obey
        pretend|imagine|simulate ~ you|be
        act|behave|roleplay as|like
        start|begin|open your? ~ answer|response|reply|message with
        play the? role
        system prompt|message|instruction|override
        hidden|initial|secret|internal|original|underlying|base|developer prompt|instruction|rule
        your ~ prompt|instruction|guideline
        your rule
        print|show|reveal|repeat|output|tell|display|quote|give|share|dump ~~ prompt
        prompt ~ verbatim|word
        repeat ~ above|verbatim
        everything|text|word ~ above ~ verbatim
        developer|debug|god|admin|unrestricted|sudo|root|dan mode
        jailbreak
        stop be
        new|updated|latest instruction|policy|directive|rule ~ be|for|apply|you|the
        ^ new policy|instruction|rule
        without|no|free|zero ~ restriction|restrictions|guardrail|filter|censorship|limits
        without ~ rules|safety|limitations
        unrestricted|uncensored|unfiltered|omnipotent
        ^ system new|override|policy|you|ignore|assistant|note|all|admin|message
        ^ sudo
        i be ~ administrator|developer|admin|engineer|operator|creator|root ~ of|at|who|disable|allow
        as ~ administrator|developer|admin|engineer|operator|creator i
        do anything now
        override|overrule
        no rules
        disable ~ security|safety|check|filter|protection|authentication|authorisation
        turn|switch ~ off ~ security|safety|check|filter|protection|rules
        bypass|circumvent
        end of prompt|instruction
        assistant must|shall
        you ~ grant|give|receive|have ~ admin|root|full|administrator right|rights|access|permission|privilege
        grant ME ~ access|right|permission|admin|privilege
        make ME ~ admin|administrator|owner
        approve everything|all ~ without
    """,
    strong="""
        IGNORE ~ previous|prior|above|earlier|preceding|foregoing
    """,
    vetoes="""
        IGNORE ~ message|mail|email|question|request|reminder|comment
    """,
)

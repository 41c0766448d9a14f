"""Cues for what has nothing to do with the projects."""

from domain.pa.intent.cue import Cues

UNRELATED = Cues(
    covering="""
        CREATE ~~ ARTWORK
        write|create|generate|program|fix|debug|refactor|explain ~~ CODE|LANGUAGE
        CREATE ~~ LANGUAGE
        write|invent|tell ~ story ~ about
        write|compose|draft|make|create ~ essay|cv|letter|article|blog|caption|bio|post ~ about|on|for|to
        write|compose|draft|make|create ~ thesis|paper|hashtag|slogan|birthday|wedding|love ~ about|on|for|to
        write|compose|draft ~ cover letter
        tell ~ joke|story|riddle|fun|funny
        homework|exam
        ^ solve
        solve ~ equation|puzzle|riddle|sudoku
        integrate|differentiate|factorise|factorize
        square root
        derivative|integral
        NUM times|plus|minus|divided|multiplied|modulo NUM
        translate
        in french|german|spanish|italian|latin|klingon|chinese|japanese|hindi|portuguese $
        how ~ say ~~ in
        who ~ invent|paint|discover|win|compose|found|direct|sing|kill|score|rule|play
        who be ~ president|king|queen|chancellor|pope|minister|author|richest|fastest|tallest
        how old|tall|heavy|deep be|do
        should i ~ buy|wear|eat|watch|cook|marry|study|visit|drink|read next?
        how far be ~ moon|sun|mars
        what time be
        what day be ~ today|it
        convert NUM|euro|dollar|celsius|mile
        meaning|sense|purpose of life
        capital|population of
        tell ME something ~ funny|interesting about
        make ME laugh|smile|coffee|sandwich
        do you ~ love|dream|sleep|eat
        BUY ~~ WARES
        book|reserve|order|buy|rent ~~ ticket|train|room|car|appointment|present
        order|buy ~ me
        best|good|nice|cheap|nearest ~ restaurant|film|movie|hotel|pizza|bar|cafe
        best|good|nice|cheap|nearest ~ place|pub|gym|beach|recipe|car|laptop|phone
        how much be|cost|do ~~ flight|hotel|ticket|coffee|iphone|car|beer|gold|oil|house|rent|bitcoin|share
        price|rate|value|cost of ~~ gold|oil|bitcoin|share|stock|apple|tesla
        price|rate|value|cost of ~~ gas|milk|iphone|flight|dollar|yen|petrol
        when ~~ train|bus|flight|plane|match|game ~ leave|start|arrive|open|begin|play|depart|go|close|take|be
        when ~~ film|movie|concert|shop|supermarket|museum|pharmacy ~ leave|start|arrive|open|begin
        when ~~ film|movie|concert|shop|supermarket|museum|pharmacy ~ play|depart|go|close|take|be
        when be ~ HOLIDAY
        what ~ should|shall|can|to|could i|we ~ cook|wear|eat|drink
        recipe ~ for|of
        stock price|market|tip|exchange
        exchange rate
        buy|sell|invest ~ bitcoin|stock|share|gold|crypto|tesla|apple
        play ~ song|music|game|chess
        do|file|prepare my tax|taxes|laundry|dishes|shopping
        hack|phish|bomb|weapon|malware|ransomware|pirate|launder|drugs
        lose weight
        can|could you ~ cook|dance|drive|fly|sing
        weather
        horoscope
        ^ write|compose|draft ~ email|letter|mail|text|speech ~ to|for
        can|could|would|will|please you? ~ write|compose|draft ~ email|letter|mail|text|speech ~ to|for
        who be NAME|UNKNOWN
        write ~ python|javascript
        stand for
        how do|can|to i|you? ~ cook|bake|boil|lose|grow|train|learn|repair|remove|knit|tie
        what be the? ~ NUM|speed|distance|boiling|formula|definition|difference|synonym|opposite|plural
        prove that
        ^ define
    """,
    strong="""
        WH ~~ OFFTOPIC
        ASK|have|do|any ~~ OFFTOPIC
        AUX i|it|you|there|we|he|she ~~ OFFTOPIC
        ^ OFFTOPIC
        it ~ rain|snow|sunny|cold|warm|freeze
        rid of|against ~ headache|fever|pain
        SOFT ~ tip|idea|advice|recommendation
        any ~ idea|tip|recommendation ~ SOFT|ARTWORK
        who ~ won|win
        news about|in|from the world|politics|war|government|economy
    """,
    weak="""
        ^ WH ~~ UNKNOWN|NAME
        ^ AUX i|it|there|one|people ~~ UNKNOWN|NAME
        ^ =tell|=explain|=describe|=recommend|=define|=suggest ~~ UNKNOWN|NAME|SOFT
        do you ~ think|believe
        OFFTOPIC
        SOFT
        LANGUAGE
    """,
)

"""Cues for how things are: the state of one or all projects, and what the assistant is for."""

from domain.pa.intent.cue import Cues

# Summary and project_status share their words; which one is meant depends on whether a project is named.
STATE = Cues(
    strong="""
        OVERVIEW|STATE|picture of|on|for|about|across|over ALL
        overview
        OVERVIEW|STATE and MONEY|DEADLINE|APPROVAL|STUCK|RISK
        how ~ ALL GOING
        how be|do ALL
        how be|do ~ all
        catchup
        give|get|have|need|send|show|want|like|make|provide ~ OVERVIEW
        bottom line
        what be ~ story
        sum ~ up
        brief ME
        as ~ whole
        be|do ALL ~ fine|well|good|okay|ok|right|alright|smooth|smoothly|plan|control
        all|everything ~ fine|okay|ok|well|right|alright|smooth|smoothly|control|track
        i ~ miss $
        i ~ miss while|since|last|yesterday
        up to speed
        up to date
        how be PROJECT ~ GOING
        how be ~ PROJECT
        everything|anything|something|all|what ~ i ~ should|need|must|ought ~ know
        be PROJECT ~ active|pause|hold|finish|done|complete|ready|live|over
        how PROJECT GOING
        how go ~ PROJECT
        how be go PROJECT
        where be|do ~ PROJECT ~ stand|at
        where ~ we stand|be
        how far ~ PROJECT
        compare PROJECT
        what ~ phase|stage ~ PROJECT
        which ~ phase|stage ~ PROJECT
        STATE of PROJECT
        news about|on|from|of PROJECT
        how be|do ~ PROJECT ~ holdup
        what about PROJECT
        how be NAME
        how be NAME GOING
        STATE of|on NAME
        project NAME
        NAME project
        how about PROJECT
    """,
    plain="""
        STATE
        OVERVIEW
        how ~ GOING
        how be|do US|ALL|PROJECT|team|guy
        how US|ALL|PROJECT be|do|GOING
        how far
        how good|well|bad|healthy
        where do ~ stand
        where be we|PROJECT|it|all|ALL|everything|they
        be|do PROJECT|US|ALL ~ fine|well|good|okay|ok|healthy|right
        be|do PROJECT|US|ALL ~ alright|smooth|smoothly|green|great|bad|badly
        be|do PROJECT|US|ALL ~ finish|do|live|active|complete|pause|dead|alive|ready
        on track
        on right|good track|way|path
        in good|bad|shape
        under control
        according to plan
        as plan
        go|look|run|come well|fine|good|smoothly|badly|bad|okay|right|plan|great|along
        what be new|cook|up|happen|change
        what be go on
        what ~ happen|change
        what have change|happen|move|be
        anything|something|nothing|much ~ new|happen|change|move|move|exciting|interesting
        any|some|latest news|progress|development|change|movement|advancement
        news about|on|of|from PROJECT|ALL
        latest ~ on|about|with|from PROJECT|ALL
        catch|bring|fill|keep|put|get ME ~ up|in|speed|loop|date|picture|post
        keep ME post
        in|of the? loop|picture
        tell|inform|know|hear|say|speak|learn|update|brief|report|talk ~ about|on|of PROJECT|ALL|project
        walk|talk|run|take|guide ME through
        which|what phase|stage
        phase|stage
        which|what|many ~ project
        list|show|see|enumerate|name ~ project
        project ~ GOING
        PROJECT be|have? GOING
        compare ALL|project
        in nutshell
        bird eye
        lay of land
        sleep well|easy|tight|soundly|peacefully
        report on|about|of|for PROJECT|ALL
        give|make|do|send|show|want|need ~ report|point|info|information|feedback ~ PROJECT|ALL|project
        make|do|give|write|need|want ~ point of
        while|when i be ~ away|off|out|sick|go|holiday|vacation|travel
        be|been away|off|out|sick|holiday|vacation
        health|healthy
        worth know
        how have|be ~ week|month|day|quarter
        what ~ team ~ do|work|achieve|accomplish|get
        what do|have TEAM ~ do|get|finish|achieve|accomplish|deliver
        what have|be ~ do|work on|achieve|accomplish
        what do ~ do|achieve|accomplish ~ last|this|week|today|yesterday
        be PROJECT
        do PROJECT
        PROJECT please
        =give|=tell|=show ME ~~ about|on PROJECT
        situation
        satisfy|happy with
        alive|afloat
        describe
        smooth sailing
        kick|limp along
        in a sentence|word
        fill ME
        ALL ~ picture
        elevator pitch
        temperature check
        i should ~ aware
        be we|all ~ good|fine|okay|ok|safe
        be it all ~ good|fine
        happen|go|move on at|with|in PROJECT
        PROJECT ~ move|alive|healthy|okay|ok|fine
        be PROJECT GOING
        lag|ahead
        good|bad|healthy or bad|good|sick
        state of union|nation|play|affair|thing
        offline
        explain ~ to ME
    """,
    weak="""
        project
        what can|should|could|do i tell|say|report
        progress
        PROJECT
        since
        recent|recently|yesterday|latest
        news
        team|crew|work|delivery|launch|website|app
        report
        information
    """,
)

HELP = Cues(
    strong="""
        what ~ can|could you ~ do|offer|help|handle|answer|understand|assist|manage|support
        what ~ you can|could ~ do|offer|help|handle|answer|understand|assist|support
        what can|could|may|should i ~ ask|say|use you
        what ~ i can|could|may ~ ask
        what ~ you be ~ able|capable|good|useful|there|for
        what be you ~ able|capable|good|useful|there|for|make|build
        for what ~ be|you ~ useful|good|there|for|use|do
        how can|could|do you ~ help|assist|support|work|function
        how can|could|do|should i ~ use|ask|work|talk|start you|this|it|assistant
        how do this|it|that|you|assistant|thing|tool|service|system work|function
        how it|this|you ~ work|function $
        ^ help $
        ^ help me $
        need|want|get|some help $
        can|could|would you ~ help|assist ME $
        who be you
        what be you $
        what be you for
        and you be
        ^ what be $
        which|what topic|subject|area
        ask ~ about
        i be lost
        ^ menu $
        give ME ~ tour
        what be ~ possible
        who ~ i talk|speak|chat ~ to|with
        what can|could|do i do here
        what can|could i do ~ with you|this|assistant|tool
        here for
        onboard
        walk ME through ~ what ~ you
        limitation|limit of you
        can|could not you ~ do
        start|begin ~ with you
        what be ~ assistant|tool|thing|app|chat|bot ~ for
        teach|learn ~ how
        know how ~ do
        what can|could assistant|bot|tool|this|it ~ do|help|offer
        what ~ ask you $
        phrase|word|formulate ~ question
        introduce yourself
        get|make the most out? of you
        your possibility
        what ~ help|support|assistance ~ you ~ offer|give|provide
        tell ME ~ about yourself
        about yourself
        your feature|function|capability|skill|ability|purpose|job|role|power|command|option|superpower|talent
        capability|functionality
        what feature|function|capability|skill|command|option
        which feature|function|capability|skill|command|option
        list of command|feature|function
        example|sample|kind|sort|type of ~ question|command|request|thing ~ ask|understand|handle
        example|sample|kind|sort|type of ~ question|command|request|thing ~ answer|do|help|support
        question|request|command|thing ~ i can|may|could ask
        question|request|command|thing ~ you ~ understand|answer|handle|support|know
        thing ~ you can ~ do
        example question|command|request
        get start
        new here
        i be new $
        i be ~ new ~ here|to
        first time ~ here|use|user|with
        user manual|guide
        how ~ use you|this|assistant|tool|thing
        show ME the rope
        the rope
        explain yourself
        be you ~ bot|human|robot|real|person|machine|ai
        do you do
        what do you do $
        what do you do for ME
        instruction for use
        manual|tutorial|documentation|faq|onboarding
        do not know ~ how|what ~ use|ask
    """,
    plain="""
        what can you tell|say|show|explain
        help ME out|understand
        need|want help|assistance|support
        what should i ask
        assist
    """,
    weak="""
        help
        you
    """,
    vetoes="""
        help|assist ME ~ with|on MONEY|APPROVAL|DEADLINE|STUCK|PROJECT
        i|we|team can|could|should|must do
        my help|input
        you need my
    """,
)

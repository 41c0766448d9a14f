"""One reply of the assistant: to a follow-up, small talk, an order it can or can't carry out, or a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.envelope import SuggestionView
from common.errors import Conflict, InvalidRequest
from domain.language.dialogue import About, Kind, Reference, follow_up, resolve
from domain.language.foreign import detect, sentence_for
from domain.language.names import ProjectNames
from domain.language.text import read_sentences
from domain.pa.answers import JUDGEMENT, NOT_RECORDED, TALK, Answer, Reply, answer
from domain.pa.commands import Verb, read_command
from domain.pa.dialogue import MOST_SHOWN, TTL, Dialogue, is_cut_short, new_time, with_time
from domain.pa.intent import INTENTS, Classification, classify, is_guess
from domain.pa.leads import record_named
from domain.pa.looked_up import documents_named, of_build, of_documents
from domain.pa.manner import Manner, is_question, plain_words, read_manner
from domain.pa.models import ActionView, AssignTask
from domain.pa.orders import effect_of, nothing_done, place_of, wish_in
from domain.pa.phrases import name_of
from domain.pa.portfolio import Portfolio
from domain.pa.schedule import ScheduleUnclearError, read_schedule
from domain.pa.second_reading import checked_order, in_english
from domain.pa.subjects import Context
from domain.pa.task_orders import TaskOrders
from domain.pa.tasks import TaskService
from domain.projects.documents.markdown import listed
from domain.projects.states import DeliverableKind
from domain.vault.models import CredentialView
from domain.vault.service import VaultService

if TYPE_CHECKING:
    from domain.thinking.reading import Read

_CREDENTIALS_SHOWN = 100
_MOST_BUILDS = 5
# Intents that give way to the record a question names: "since when does the roadmap wait?".
_VAGUE = frozenset({"summary", "project_status", "out_of_scope", "help"})
_EMPTY = frozenset({"help", "out_of_scope"})
_OF_TASKS = Classification(("schedule",))
_TO_ME = re.compile(r"(?:please )?(?:remind|wake|ping|notify|send|mail) (?:me|us)\b(?! (?:how|wh\w+)\b)", re.IGNORECASE)
_MORE = re.compile(
    r"(?:please )?(?:tell me more|more|more details|details|explain|(?:say|repeat) (?:that|it)(?: again)?|again"
    r"|what do you mean)(?: (?:about )?(?:it|that|please))*"
)
_DOUBT = re.compile(
    r"(?:oh |and |but )?(?:really|are you sure|is that (?:so|right|true|correct)|is it|seriously|how do you know"
    r"|(?:why|what makes you) (?:do you )?(?:say|think|believe) (?:so|that|it))(?: about (?:it|that))?"
)
_MEANT = re.compile(r"(?:(?:no|sorry|oh|well),? )*(?:i meant? (?P<after>.{1,80})|(?P<before>.{1,80}?),? i meant?)")
_POINTS_BACK = re.compile(r"\b(?:its?|it's|that one|that project|there|is that|was that)\b")
_BRIEF = 6
_SHORT = 12  # words: a longer message speaks for itself, and the dialogue is not read for it
_OURS = re.compile(
    r"\b(?:projects?|sites?|website|apps?|shop|team|designers?|developers?|testers?|ceo|cto|cpo|cdo|cmo|logo|roadmap|scope"
    r"|style guide|plan|brief|documents?|launch|code|prototype)\b"
)
NO_REFERENT = "I don't know what that refers to. Please say it in a full sentence; nothing was done."
NOTHING_ASKED = "I had not asked you anything, so nothing was done. What would you like to know?"
WHEN = 'When shall I do that? Name a day and an hour, or say "every Monday at 9am" with it. Nothing was scheduled.'
WHAT = "What shall I do {when}? Say it in one sentence with the time. Nothing was scheduled."
DOUBTED = "What I said is read from your projects' records as they are now."
LEFT_ALONE = "All right; nothing was done."


@dataclass(frozen=True, slots=True)
class Conversation:
    """One account's portfolio at one moment, and what may be done for it."""

    tasks: TaskService
    vault: VaultService
    portfolio: Portfolio
    account_id: str

    def reply(self, message: str) -> Reply:
        """The answer to a message, after which the dialogue is remembered."""
        plain = plain_words(message)
        dialogue = None
        if len(plain.split()) <= _SHORT:
            dialogue = self.tasks.store.find_dialogue(self.account_id, self.portfolio.now)
            followed = self._follow_up(_in_english(plain, dialogue), dialogue)
            if followed is not None:
                return followed
        language = detect(message)
        if language is not None:
            return Reply(sentence_for(language), ("out_of_scope",), is_unsure=True)
        return self._fresh(message, dialogue)

    def read_again(self, message: str, read: Read, ruled: Reply) -> Reply | None:
        """The rules' answer to what a model `read` in the message; None where it may not be believed.

        An order is asked back. Everything else is answered from the records, as if the customer had said it in English.

        Args:
            message: the customer's, to which the rules replied.
            read: what the model made of it.
            ruled: the rules' reply.
        """
        names = tuple(project.name for project in self.portfolio.projects)
        if not set(read.projects) <= set(names) or not read.intents:
            return None
        if read.order or ruled.intents == ("schedule",):
            return self._asked_back(message, read, names)
        if ruled.candidates and not (len(read.projects) == 1 and set(read.projects) <= set(ruled.candidates)):
            return None
        intents = tuple(intent for intent in INTENTS if intent in read.intents)
        is_declined = intents == ("out_of_scope",)
        if is_declined and read.language == "en":
            return None
        refusals = ("unrelated",) if "out_of_scope" in intents else ()
        asked = Classification(intents, tuple(dict.fromkeys(read.projects)), refusals=refusals)
        manner = read_manner(message, names) if read.language == "en" else Manner()
        found = self._answered(message, asked, manner, read.language)
        return replace(found, response=in_english(found.response, read.language))

    def _asked_back(self, message: str, read: Read, names: Sequence[str]) -> Reply | None:
        """The offer to carry out an order that a model wrote in English; None unless code finds it in the message."""
        order = checked_order(read, message, names, now=self.portfolio.now, timezone=self.portfolio.timezone)
        if order is None:
            return None
        if order.reading is not None:
            try:
                self.tasks.check(self.account_id, order.reading)
            except (InvalidRequest, Conflict) as error:
                return self._said("schedule", error.message)
        asked = Classification(_OF_TASKS.intents, tuple(dict.fromkeys(read.projects)))
        offer = Answer(order.offer, if_yes=order.text, language=read.language, offers_task=order.reading is not None)
        return self._remembered("", asked, offer)

    def _fresh(self, message: str, dialogue: Dialogue | None = None) -> Reply:
        """The answer to a message that stands alone, but for what it leaves out."""
        manner = read_manner(message, [project.name for project in self.portfolio.projects])
        asked = self._classified(message, manner, dialogue)
        if asked.ambiguous or set(asked.refusals) - {"unrelated"}:
            return self._answered(message, asked, manner)
        brief = len(manner.plain.split()) <= _BRIEF and "?" not in message
        chatting = manner.is_sure or brief or set(asked.intents) <= _EMPTY
        if manner.kind in TALK and not asked.projects and chatting and read_command(message) is None:
            return self._said("help", TALK[manner.kind])
        done = self._obeyed(message, asked, manner)
        if done is not None:
            return done
        if manner.kind == "unrecorded" and self._is_ours(asked, manner):
            where = listed([name_of(one) for one in self.portfolio.only(asked.projects).projects][:_MOST_BUILDS])
            return self._said("out_of_scope", NOT_RECORDED.format(where=where or "your projects"))
        found = self._answered(message, asked, manner)
        if found.is_unsure or set(asked.refusals):
            return found
        names = [project.name for project in self.portfolio.projects]
        return replace(found, is_unsure=is_guess(message, project_names=names))

    def _obeyed(self, message: str, asked: Classification, manner: Manner) -> Reply | None:
        """The answer to an order, or to a question about one; None for any other message."""
        if manner.kind == "what_if":
            return self._said("help", effect_of(manner, asked.intents))
        if manner.kind == "how_to" and not set(asked.intents) <= {"help"}:
            return self._said("help", place_of(manner, asked.intents))
        wish = wish_in(manner.plain) if manner.kind != "advice" else None
        if wish is not None:
            refused = read_manner(wish, [project.name for project in self.portfolio.projects]).kind == "order"
            offered = self._offered(wish, asked)
            return offered or (self._said("out_of_scope", nothing_done(manner, asked.intents)) if refused else None)
        if is_question(message):
            return None
        language = detect(message, clearly=False)  # two small words are enough: what is armed runs for years
        done = self._obey(message, asked) if language is None else Answer(sentence_for(language), is_unsure=True)
        if done is not None:
            return self._remembered(message, replace(asked, intents=("schedule",), refusals=()), done)
        if manner.kind == "order" and (manner.is_sure or asked.projects or not set(asked.intents) <= _EMPTY):
            declined = self._remembered(message, asked, Answer(nothing_done(manner, asked.intents)))
            return replace(declined, intents=("out_of_scope",), is_unsure=not manner.is_sure)
        return None

    def _offered(self, wish: str, asked: Classification) -> Reply | None:
        """Whether I would do something is asked: it is offered, and "yes" does it. None for what I only tell."""
        command = read_command(wish)
        try:
            reading = read_schedule(wish, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError:
            reading = None
        if command is None and (reading is None or reading.schedule is None):
            return None
        done = "scheduled" if command is None else "done"
        when = f": {reading.text}" if command is None and reading is not None else ""
        offer = f'I can do that{when}. Nothing was {done} yet. Shall I? Say "yes" and I do.'
        return self._remembered("", replace(asked, intents=("schedule",)), Answer(offer, if_yes=wish))

    def _classified(self, message: str, manner: Manner, dialogue: Dialogue | None) -> Classification:
        """What a message asks for; "which is the oldest?" asks for what the question before did."""
        asked = classify(message, project_names=[project.name for project in self.portfolio.projects])
        if dialogue is not None and set(dialogue.intents) - _EMPTY and is_cut_short(manner.plain):
            return Classification(dialogue.intents, asked.projects or dialogue.projects)
        if manner.kind in {"least", "most"} and not set(asked.intents) - _VAGUE - {"budget"}:
            asked = replace(asked, intents=("budget",), refusals=())
        if dialogue is not None and set(dialogue.intents) - _EMPTY and manner.mentions(r"\bdo (?:it|that|so)\b"):
            asked = replace(asked, intents=dialogue.intents)
        points_back = _POINTS_BACK.search(manner.plain) or len(manner.plain.split()) == 1
        if dialogue is not None and len(dialogue.projects) == 1 and not asked.projects and points_back:
            asked = replace(asked, projects=dialogue.projects)
        named = record_named(self.portfolio, manner)
        vague = set(asked.intents) <= _VAGUE or (manner.kind == "since" and set(asked.intents) <= _VAGUE | {"timeline"})
        if named is not None and vague and not set(asked.refusals) - {"unrelated"}:
            return replace(asked, intents=(named,), refusals=())
        return asked

    def _is_ours(self, asked: Classification, manner: Manner) -> bool:
        return manner.is_sure and bool(asked.projects or _OURS.search(manner.plain))

    def _follow_up(self, plain: str, dialogue: Dialogue | None) -> Reply | None:
        """The answer to a message that refers to the one before; None for one that stands alone."""
        undoing = resolve(plain, None)
        if new_time(plain) is not None or (undoing is not None and undoing.is_firm):
            dialogue = self._with_newest_task(dialogue)
        about_task = self._about_last_task(plain, dialogue)
        if about_task is not None:
            return about_task
        meant = _MEANT.fullmatch(plain)
        other = (meant["after"] or meant["before"]) if meant else follow_up(plain)
        why = re.fullmatch(r"(?:but |and |so )?(?:why|how come|why is that|why so|why not|what for)", plain) is not None
        if dialogue is not None and dialogue.intents and (why or other is not None):
            # "Status?", "I mean the project": the word before was a name.
            said = dialogue.asked.strip(" .?!") if other in {"the project", "project"} else other
            named = self._named(said) if said is not None else dialogue.projects
            if why or named:
                again = dialogue.intents if set(dialogue.intents) - _EMPTY else ("project_status",)
                asked = Classification(("blockers",) if why else again, tuple(named))
                return self._answered("" if why else dialogue.asked, asked)
        doubted = _DOUBT.fullmatch(plain) is not None
        if dialogue is not None and set(dialogue.intents) - _EMPTY and (doubted or _MORE.fullmatch(plain)):
            told = self._answered("", Classification(dialogue.intents, dialogue.projects))
            return replace(told, response=f"{DOUBTED}\n\n{told.response}") if doubted else told
        if why or doubted or _MORE.fullmatch(plain):
            return self._said("help", DOUBTED if doubted else NO_REFERENT)
        reference = resolve(plain, dialogue.about if dialogue else None)
        return self._referred(reference, dialogue) if reference else None

    def _referred(self, reference: Reference, dialogue: Dialogue | None) -> Reply:
        command = read_command(reference.sentence)
        if command is not None and command.names_task:
            return self._remembered("", _OF_TASKS, TaskOrders(self.tasks).carry_out(self.account_id, command))
        if reference.kind is Kind.YES and dialogue is not None and dialogue.offers_task:
            return self._remembered(reference.sentence, _OF_TASKS, self._assign(reference.sentence, dialogue.projects))
        if reference.sentence:
            chosen = self._named(reference.sentence)
            if reference.kind == "choice" and dialogue and len(chosen) == 1 and dialogue.intents:
                return self._answered(dialogue.asked, Classification(dialogue.intents, chosen))
            return self._fresh(reference.sentence)
        if reference.kind is Kind.NO and dialogue is not None and dialogue.about.if_yes:
            return self._remembered("", Classification(("help",)), Answer(LEFT_ALONE))  # a later "yes" is to nothing
        waved_aside = reference.kind is Kind.NO or (reference.kind is Kind.UNDO and not reference.is_firm)
        nothing = NOTHING_ASKED if reference.kind is Kind.YES else NO_REFERENT
        return self._said("help", LEFT_ALONE if waved_aside else nothing)

    def _with_newest_task(self, dialogue: Dialogue | None) -> Dialogue | None:
        """The dialogue; a single task that was assigned elsewhere since the last reply is what "it" means now."""
        last = dialogue.said_at if dialogue else self.portfolio.now - TTL
        since = [task for task in self.tasks.list_scheduled(self.account_id) if task.created_at > last]
        if len(since) != 1 or (dialogue and dialogue.task_id):
            return dialogue
        made = since[0]
        about = About(if_undone=f"delete {made.id}")
        return Dialogue(about=about, task_id=made.id, task_text=made.text, said_at=made.created_at)

    def _about_last_task(self, plain: str, dialogue: Dialogue | None) -> Reply | None:
        """The answer to "make that 9" after a task was made; None for anything else."""
        time = new_time(plain)
        if time is None:
            return None
        known = self.tasks.list_scheduled(self.account_id)
        task = next((one for one in known if dialogue and one.id == dialogue.task_id), None)
        if task is None or dialogue is None:
            return None if plain.startswith("at ") else self._said("schedule", NO_REFERENT)
        text = with_time(dialogue.task_text, time)
        try:
            read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            return self._said("schedule", f"{error.message} Nothing was changed.")
        made = self._assign(text, tuple(p.name for p in self.portfolio.projects if p.id == task.project_id))
        self.tasks.delete(self.account_id, task.id)
        return self._remembered(text, _OF_TASKS, replace(made, response=f"Changed. {made.response}"))

    def _obey(self, text: str, asked: Classification) -> Answer | None:
        """What came of a command about a task or of a new task; None when the text is neither."""
        command = read_command(text)
        if command is None and asked.intents != ("schedule",):
            return None
        try:
            reading = read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            reading, unclear = None, _unclear(error)
        if command is not None and (command.verb is not Verb.RUN or reading is None or reading.kind == "none"):
            meant = "schedule" in asked.intents or command.names_task
            return TaskOrders(self.tasks).carry_out(self.account_id, command) if meant else None
        if asked.intents != ("schedule",):
            return None
        if reading is None:
            return unclear
        if reading.kind == "none":
            return Answer(WHEN) if _TO_ME.match(text) else None
        return self._assign(text, asked.projects) if reading.task.strip() else Answer(WHAT.format(when=reading.text))

    def _assign(self, text: str, named: Sequence[str]) -> Answer:
        meant = [project for project in self.portfolio.projects if project.name in named]
        project = meant[0] if len(meant) == 1 else None
        accepted = self.tasks.assign(self.account_id, AssignTask(task=text, project_id=project.id if project else None))
        action = ActionView(type="task", project=project.name if project else "", count=1, ids=[accepted.task_id])
        return Answer(accepted.message, [action], made=accepted.task_id)

    def _named(self, text: str) -> tuple[str, ...]:
        """The projects that a follow-up names beyond doubt; "the bakery" makes no sense but as a name."""
        names = ProjectNames([project.name for project in self.portfolio.projects])
        for clause in (text, f"the {text} project"):
            found = [mention.names for one in read_sentences(clause) for mention in names.find(one.words)]
            if found:
                return tuple(names[0] for names in found if len(names) == 1)
        return ()

    def _answered(
        self, message: str, asked: Classification, manner: Manner | None = None, language: str = "en"
    ) -> Reply:
        manner = manner or read_manner(message, [project.name for project in self.portfolio.projects])
        serious = bool(set(asked.refusals) - {"unrelated"} or asked.ambiguous)
        kinds = [] if serious or set(asked.intents) & {"messages", "schedule"} else documents_named(manner)
        if kinds and record_named(self.portfolio.only(asked.projects), manner) is None:
            return self._remembered(message, asked, Answer(self._of_documents(asked, manner, kinds)))
        if manner.kind == "build" and not serious and ({"budget", "timeline"} & set(asked.intents) or manner.is_sure):
            return self._remembered(message, asked, Answer(self._of_build(asked, manner)))
        tasks = self.tasks.list_scheduled(self.account_id) if "schedule" in asked.intents else []
        credentials = self._credentials() if "credentials" in asked.intents else []
        advised = manner.kind == "advice" and manner.is_sure and asked.intents != ("priorities",) and not serious
        if advised and set(asked.intents) <= _EMPTY:
            asked = replace(asked, intents=("project_status" if asked.projects else "summary",), refusals=())
        context = Context(self.portfolio, tasks=tasks, credentials=credentials)
        found = answer(asked, context, Manner() if advised else manner)
        found = replace(found, response=f"{JUDGEMENT}\n\n{found.response}") if advised else found
        return self._remembered(message, asked, replace(found, language=language))

    def _of_build(self, asked: Classification, manner: Manner) -> str:
        view = self.portfolio.only(asked.projects)
        view = replace(view, projects=tuple(one for one in view.projects if one.status != "cancelled")[:_MOST_BUILDS])
        estimated = [project.id for project in view.projects if project.estimate is not None]
        outlooks = {one: self.tasks.projects.get_estimate(self.account_id, one) for one in estimated}
        return of_build(view, outlooks, manner)

    def _of_documents(self, asked: Classification, manner: Manner, kinds: Sequence[DeliverableKind]) -> str:
        projects = [one for one in self.portfolio.only(asked.projects).projects if one.estimate is not None]
        found = [
            (project, document)
            for project in projects[:_MOST_BUILDS]
            for document in self.tasks.projects.describe(self.account_id, project.id).deliverables
            if document.kind in kinds
        ]
        return of_documents(found, manner)

    def _credentials(self) -> list[CredentialView]:
        page = self.vault.list_credentials(self.account_id, project_id=None, limit=_CREDENTIALS_SHOWN, cursor=None)
        return page.credentials

    def _remembered(self, message: str, asked: Classification, found: Answer) -> Reply:
        shown = asked.ambiguous[0] if asked.ambiguous else found.shown
        about = About(
            topic=asked.intents[0],
            names=found.names or asked.projects,
            shown=tuple(shown)[:MOST_SHOWN],
            if_named=found.if_named,
            if_yes=found.if_yes,
            if_undone=f"delete {found.made}" if found.made else "",
        )
        dialogue = Dialogue(
            about=about,
            asked=message,
            intents=asked.intents,
            projects=asked.projects,
            task_id=found.made,
            task_text=message if found.made else "",
            language=found.language,
            offers_task=found.offers_task,
            said_at=self.portfolio.now,
        )
        self.tasks.store.save_dialogue(self.account_id, dialogue)
        unrelated = asked.intents == ("out_of_scope",) and set(asked.refusals) <= {"unrelated"}
        return Reply(
            found.response,
            asked.intents,
            tuple(found.actions),
            found.suggestion,
            is_unsure=found.is_unsure or unrelated or bool(asked.ambiguous),
            candidates=asked.ambiguous[0] if asked.ambiguous else (),
        )

    def _said(self, intent: str, response: str) -> Reply:
        return Reply(response, (intent,))


def _unclear(error: ScheduleUnclearError) -> Answer:
    """What is unclear about a schedule; the text that would be read instead is offered, and "yes" takes it."""
    if error.suggestion is None:
        return Answer(error.message, is_unsure=True)
    instead = SuggestionView.model_validate(error.suggestion)
    return Answer(error.message, if_yes=instead.text, suggestion=instead)


def _in_english(plain: str, dialogue: Dialogue | None) -> str:
    """The English "yes" or "no" for that of a customer's language, after an offer; any other message as it is."""
    if dialogue is None or dialogue.language == "en" or not dialogue.about.if_yes:
        return plain
    from domain.thinking.said import yes_or_no  # noqa: PLC0415 - few customers need it

    return yes_or_no(plain, dialogue.language) or plain

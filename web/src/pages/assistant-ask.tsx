import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { ActionView, AssistantAnswer } from "../api/schema";
import { plural } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { Suggested } from "./suggested";

/** Questions and answers of this visit; the assistant keeps no conversation, so neither do we beyond it. */
const said: { question: string; answer: AssistantAnswer }[] = [];
const IDEAS = ["What needs me first?", "How is everything going?", "What is blocked?", "How much budget is left?"];

const TARGETS: Record<ActionView["type"], (action: ActionView) => string> = {
  approval: () => to("overview"), review: () => to("overview"), credential: () => to("vault"), intake: () => to("projects"),
  resume: () => to("projects"), message: () => to("ceo"), task: () => to("assistant", "tasks"),
  webhook: ({ ids }) => to("webhooks", ...ids),
};
const WORDS: Record<ActionView["type"], [string, string]> = {
  approval: ["document to decide", "documents to decide"], review: ["thing to look at", "things to look at"],
  credential: ["credential asked for", "credentials asked for"], intake: ["brief to finish", "briefs to finish"],
  resume: ["project on hold", "projects on hold"], message: ["unread message", "unread messages"], task: ["task", "tasks"],
  webhook: ["webhook to look at", "webhooks to look at"],
};

export function Ask() {
  const [question, setQuestion] = useState("");
  const sending = useSend("POST /pa/ask", (answer, { body }) => said.push({ question: body.message, answer }));
  const ask = (message: string) => {
    if (!message.trim() || sending.isPending) return;
    setQuestion("");
    sending.mutate({ body: { message } }, { onError: () => setQuestion(message) });
  };
  return (
    <div class="ask-pa">
      <div class="log still" role="log" aria-label="Questions and answers">
        {!said.length && !sending.isPending && <p class="begin"><Icon name="sparkles" />Ask about your projects, in your own words.</p>}
        {said.map(({ question, answer }, index) => (
          <>
            <article class="msg mine" aria-label="You"><div class="bubble"><p>{question}</p></div></article>
            <article class="msg" aria-label="The assistant">
              <span class="ava" aria-hidden="true"><Icon name="sparkles" /></span>
              <div class="said">
                <div class="bubble"><Markdown text={answer.response} /></div>
                {answer.suggestion && index === said.length - 1 && <Suggested of={answer.suggestion} busy={sending.isPending} send={ask} />}
                {answer.actions.length > 0 && <p class="actions">{answer.actions.map((action) => <a class="btn small" href={TARGETS[action.type](action)}>{action.project && `${action.project}: `}{plural(action.count, ...WORDS[action.type])}</a>)}</p>}
              </div>
            </article>
          </>
        ))}
        {sending.isPending && <article class="msg mine sending"><div class="bubble"><p>{sending.variables.body.message}</p></div></article>}
      </div>
      <Refusal error={sending.error} />
      <div class="chips ideas">{IDEAS.map((idea) => <button type="button" class="chip" onClick={() => ask(idea)}>{idea}</button>)}</div>
      <form class="composer" onSubmit={(event) => { event.preventDefault(); ask(question); }}>
        <label class="sr" for="question">Question to the assistant</label>
        <input id="question" class="in" autocomplete="off" maxLength={10000} placeholder="Ask the assistant…" value={question} onInput={(event) => setQuestion(event.currentTarget.value)} />
        <Button type="submit" kind="primary" icon="send" aria-label="Ask" busy={sending.isPending} disabled={!question.trim()} />
      </form>
    </div>
  );
}

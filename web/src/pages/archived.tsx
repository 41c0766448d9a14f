import { useRef } from "preact/hooks";
import { ApiError, call, newIntention } from "../api/call";
import { changed, useAction } from "../api/data";
import type { IntakeAnswers, ProjectDetail } from "../api/schema";
import { listed, words } from "../lib/format";
import { go } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { archive } from "../words/project";

const INTAKE = "POST /projects/{project_id}/intake";
const FIELD = "answers.";

/** Says that nothing of the project changes any more, and lets the person go on with its answers. */
export function Archived({ project }: { project: ProjectDetail }) {
  const intention = useRef(newIntention()).current; // a second press goes on with the same new project
  const begin = useAction(async () => {
    const { questions } = await call("GET /projects/{project_id}/intake", { path: { project_id: project.id } });
    const { id } = await call("POST /projects", { body: { name: project.name, description: project.description }, idempotencyKey: intention });
    const left = await answer(id, Object.fromEntries(questions.filter((one) => one.answer !== null).map((one) => [one.id, one.answer])));
    await changed("POST /projects");
    toast(left.length ? archive.doneWithout(listed(left.map(words))) : archive.done);
    go("projects", id, "intake");
  });
  return (
    <div class="callout">
      <Icon name="clock" /><span>{project.said.state}</span>
      <Button kind="primary" icon="arrow-right" busy={begin.isPending} onClick={() => begin.mutate()}>{archive.act}</Button>
      <Refusal error={begin.error} />
    </div>
  );
}

/** Gives the old answers, and says which are not taken any more, such as a deadline that has passed. */
async function answer(id: string, answers: Record<string, unknown>): Promise<string[]> {
  const path = { project_id: id };
  const give = (some: Record<string, unknown>) => call(INTAKE, { path, body: { answers: some as IntakeAnswers["answers"] } });
  try {
    await give(answers);
    return [];
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    const refused = Object.keys(answers).filter((name) => Object.keys(problem.fields).some((field) => field === FIELD + name || field.startsWith(`${FIELD}${name}.`)));
    if (!refused.length) throw problem;
    await give(Object.fromEntries(Object.entries(answers).filter(([name]) => !refused.includes(name))));
    return refused;
  }
}

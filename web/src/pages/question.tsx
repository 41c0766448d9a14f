import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { IntakeView, Money } from "../api/schema";
import { session } from "../api/session";
import examples from "../lib/examples.json";
import { CURRENCIES, day, label, money } from "../lib/format";
import { AmountField, amountOf, isWrong } from "../ui/amount";
import { Chips, SelectField, TextArea, TextField } from "../ui/fields";
import { answer as words, intake } from "../words/intake";

type Asked = IntakeView["questions"][number];
/** Undefined is no answer, as its field says. */
type Give = (value: unknown, at: "now" | "soon") => void;
export interface Saving {
  state: "typing" | "saving" | "saved" | "refused";
  message?: string;
}
type Props = { question: Asked; saving: Saving | undefined; change: Give };

export function Question({ question, saving, change }: Props) {
  const error = saving?.state === "refused" ? saving.message : undefined;
  return (
    <div class="question" id={`q-${question.id}`}>
      <Control question={question} error={error} change={change} />
      <span class="saving" role="status">{saving && words.saving[saving.state]}</span>
    </div>
  );
}

const CHOSEN = ["boolean", "choice", "multi_choice"];

/** How to answer, with an answer that somebody else might give; a test holds that the intake would take it. */
function hinted({ id, type, max_items }: Asked): ComponentChildren {
  const how = type === "list" && (max_items ? words.perLineMost(max_items) : words.perLine);
  const example = (examples as Record<string, unknown>)[id];
  if (example === undefined || example === null || CHOSEN.includes(type)) return how;
  const texts = Array.isArray(example) ? example : [typeof example === "object" ? money((example as Money).amount, (example as Money).currency) : type === "date" ? day(String(example)) : String(example)];
  return <>{how && `${how} `}<span class="example"><span>{words.example}</span> {texts.map((text, index) => <>{index > 0 && <br />}<q>{text}</q></>)}</span></>;
}

function Control({ question, error, change }: { question: Asked; error: string | undefined; change: Give }) {
  const shared = { label: question.prompt, error, hint: hinted(question) };
  switch (question.type) {
    case "text":
    case "long_text":
    case "date":
      return <Text {...shared} question={question} change={change} />;
    case "list":
      return <List {...shared} question={question} change={change} />;
    case "money":
      return <MoneyInput {...shared} question={question} change={change} />;
    case "boolean": {
      const chosen = question.answer === true ? ["yes"] : question.answer === false ? ["no"] : [];
      return <Chips {...shared} options={[["yes", words.yes], ["no", words.no]]} chosen={chosen} toggle={(id) => change(id === "yes", "now")} />;
    }
    case "choice": {
      const options = (question.options ?? []).map((option): [string, string] => [option, label(option)]);
      return <Chips {...shared} options={options} chosen={question.answer ? [String(question.answer)] : []} toggle={(id) => change(id, "now")} />;
    }
    case "multi_choice":
      return <Several {...shared} question={question} change={change} />;
  }
}

type Shared = { label: string; hint?: ComponentChildren; error?: string; question: Asked; change: Give };

/** What stands in a question's field: as it is typed, and as `said` once that is another and nobody is in the field. */
function useTyped({ id }: Asked, said: string): [string, (text: string) => void] {
  const [typed, type] = useState(said);
  useEffect(() => {
    if (!document.getElementById(`q-${id}`)?.contains(document.activeElement)) type(said);
  }, [said]);
  return [typed, type];
}

function Text({ question, change, ...shared }: Shared) {
  const [value, setValue] = useTyped(question, String(question.answer ?? ""));
  const set = (text: string) => {
    setValue(text);
    change(text.trim() || null, "soon");
  };
  const bounds = { maxLength: question.max_length ?? undefined };
  const name = session()?.account.name;
  const own = question.id === "approver" && name && !value && <button type="button" class="link" onClick={() => set(name)}>{intake.useName(name)}</button>;
  return question.type === "long_text" ? <TextArea {...shared} {...bounds} value={value} set={set} rows={3} />
    : <TextField {...shared} {...bounds} aside={own} type={question.type as "text" | "date"} value={value} set={set} />;
}

const NONE = "none";

/** One entry a line. Where nothing is an answer too, it can be said. */
function List({ question, change, ...shared }: Shared) {
  const given = question.answer as string[] | null;
  const [value, setValue] = useTyped(question, (given ?? []).join("\n"));
  const set = (text: string) => {
    setValue(text);
    const entries = text.split("\n").map((line) => line.trim()).filter(Boolean);
    change(entries.length ? entries : null, "soon");
  };
  const none = !question.required && (
    <button type="button" class="link" aria-pressed={given?.length === 0} onClick={() => { setValue(""); change([], "now"); }}>{given?.length === 0 ? words.noneChosen : words.none}</button>
  );
  return <TextArea {...shared} aside={none} value={value} set={set} rows={Math.max(2, value.split("\n").length)} />;
}

function Several({ question, change, ...shared }: Shared) {
  const given = (question.answer as string[] | null) ?? null;
  const options: [string, string][] = (question.options ?? []).map((option) => [option, label(option)]);
  const toggle = (id: string) => {
    if (id === NONE) return change(given?.length === 0 ? null : [], "now");
    const next = given?.includes(id) ? given.filter((one) => one !== id) : [...(given ?? []), id];
    change(next.length ? next : null, "now");
  };
  if (!question.required) options.push([NONE, words.none]);
  return <Chips {...shared} many options={options} chosen={given?.length === 0 ? [NONE] : given ?? []} toggle={toggle} />;
}

function MoneyInput({ question, change, ...shared }: Shared) {
  const given = question.answer as Money | null;
  const [amount, setAmount] = useTyped(question, given ? String(given.amount) : "");
  const [currency, setCurrency] = useTyped(question, given?.currency ?? "EUR");
  const give = (text: string, unit: string) => change(isWrong(text) ? undefined : text.trim() ? { amount: amountOf(text), currency: unit } : null, "soon");
  return (
    <div class="money">
      <AmountField {...shared} currency={currency} value={amount} set={(text) => { setAmount(text); give(text, currency); }} />
      <SelectField label={words.currency} value={currency} set={(unit) => { setCurrency(unit); give(amount, unit); }} options={CURRENCIES.map((unit) => [unit, unit])} />
    </div>
  );
}

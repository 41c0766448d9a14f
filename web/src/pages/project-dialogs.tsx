import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BudgetView, DayRates, EstimateView, Money, ProjectView, UpdateProject } from "../api/schema";
import { CURRENCIES, day as dayOf, money } from "../lib/format";
import { AmountField, amountOf, isWrong } from "../ui/amount";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { sayAndClose } from "../ui/toast";
import { common } from "../words/common";
import { dialogs as words } from "../words/project";

const ROLES = ["CPO", "CDO", "CTO", "CMO"] as const;

/** What can be changed of a project in a dialog of its own. */
export type Changing = "name" | "ceiling" | "deadline" | "rates";
interface Props {
  project: Pick<ProjectView, "id" | "name" | "budget" | "deadline" | "submitted_at">;
  close: () => void;
}

/** The dialog for one of them; rates need the estimate that they are in. */
export function ChangeProject({ what, estimate, ...rest }: Props & { what: Changing; estimate?: EstimateView | null }) {
  if (what === "name") return <Rename {...rest} />;
  if (what === "deadline") return <ChangeDeadline {...rest} />;
  if (what === "rates") return estimate ? <ChangeRates {...rest} estimate={estimate} /> : null;
  return <ChangeCeiling {...rest} />;
}

/** Sends what was changed, and closes; what is as it was is not sent. */
function useChange({ project: { id }, close }: Props, said: string) {
  const change = useSend("PATCH /projects/{project_id}", sayAndClose(said, close));
  const send = (body: UpdateProject) => (Object.keys(body).length ? change.mutate({ path: { project_id: id }, body }) : close());
  return { change, send, wrong: (name: string) => change.error?.fields[name] };
}

function Rename(props: Props) {
  const [name, setName] = useState(props.project.name);
  const { change, send, wrong } = useChange(props, words.renamed);
  return (
    <Dialog title={words.rename} close={props.close} act={words.renameAct} submit={() => send(name === props.project.name ? {} : { name })} sending={change}>
      <TextField label={words.name} autocomplete="off" maxLength={120} value={name} set={setName} error={wrong("name")} />
    </Dialog>
  );
}

function ChangeDeadline(props: Props) {
  const now = props.project.deadline;
  const [day, setDay] = useState(now ?? "");
  const { change, send, wrong } = useChange(props, words.deadlineDone(day !== ""));
  const { was, isOther, sending } = useWas(now, change);
  return (
    <Dialog title={words.deadline(was !== null)} close={props.close} sending={sending}
      act={words.deadlineAct(was !== null && !day)} submit={() => send(day === (was ?? "") ? {} : { deadline: day || null, was: { deadline: was } })}>
      <TextField label={words.deadlineLabel} hint={words.deadlineHint} type="date" value={day} set={setDay} error={wrong("deadline")} />
      {isOther && <ChangedSince now={now ? dayOf(now) : words.noDeadline} />}
    </Dialog>
  );
}

const moneyOf = (amount: number | null, currency: string): Money | null => (amount === null ? null : { amount, currency: currency as Money["currency"] });

function ChangeCeiling(props: Props) {
  const { ceiling, currency: stored } = props.project.budget as BudgetView;
  const [amount, setAmount] = useState(ceiling === null ? "" : String(ceiling));
  const [currency, setCurrency] = useState(stored);
  const { change, send, wrong } = useChange(props, words.ceilingDone(amount.trim() !== ""));
  const { was, isOther, sending } = useWas(moneyOf(ceiling, stored), change);
  const given = moneyOf(amountOf(amount), currency);
  const isSame = given?.amount === was?.amount && given?.currency === was?.currency;
  const submit = () => !isWrong(amount) && send(isSame ? {} : { budget_ceiling: given, was: { budget_ceiling: was } });
  return (
    <Dialog title={words.ceiling(was !== null)} lead={words.ceilingLead} close={props.close} sending={sending} submit={submit}
      act={words.ceilingAct(!amount.trim() && was !== null)}>
      <div class="money">
        <AmountField label={words.ceilingLabel} hint={words.ceilingHint} currency={currency} value={amount} set={setAmount} error={wrong("budget_ceiling.amount") ?? wrong("budget_ceiling")} />
        {props.project.submitted_at === null
          ? <SelectField label={words.currency} value={currency} set={setCurrency} options={CURRENCIES.map((unit) => [unit, unit])} error={wrong("budget_ceiling.currency") ?? wrong("day_rates")} />
          : <p class="unit">{currency}</p>}
      </div>
      {isOther && <ChangedSince now={ceiling === null ? words.noCeiling : money(ceiling, stored)} />}
    </Dialog>
  );
}

function ChangeRates({ estimate: { currency, day_rates, team_size }, ...props }: Props & { estimate: EstimateView }) {
  const [rates, setRates] = useState<Record<string, string>>(() => Object.fromEntries(ROLES.map((role) => [role, String(day_rates[role])])));
  const [team, setTeam] = useState(String(team_size));
  const { change, send, wrong } = useChange(props, words.ratesDone);
  const isSame = ROLES.every((role) => rates[role] === String(day_rates[role]));
  const submit = () => !ROLES.some((role) => isWrong(rates[role]!)) && send({
    ...(!isSame && { day_rates: Object.fromEntries(ROLES.map((role) => [role, amountOf(rates[role]!)])) as unknown as DayRates }),
    ...(team !== String(team_size) && { team_size: Number(team) }),
  });
  return (
    <Dialog title={words.rates} lead={words.ratesLead} close={props.close} act={common.save} submit={submit} sending={change}>
      <div class="pair">
        {ROLES.map((role) => (
          <AmountField key={role} label={words.rate(role, currency)} currency={currency} value={rates[role]!} set={(rate) => setRates({ ...rates, [role]: rate })} error={wrong(`day_rates.${role}`)} />
        ))}
      </div>
      {wrong("day_rates") && <p class="err">{wrong("day_rates")}</p>}
      <TextField label={words.people} type="number" inputmode="numeric" min={1} step={1} value={team} set={setTeam} error={wrong("team_size")} />
      <button type="button" class="link" onClick={() => send({ day_rates: null })}>{words.standardRates}</button>
    </Dialog>
  );
}

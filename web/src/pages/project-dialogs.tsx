import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BudgetView, DayRates, EstimateView, Money, ProjectView, UpdateProject } from "../api/schema";
import { CURRENCIES, day as dayOf, money } from "../lib/format";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { toast } from "../ui/toast";

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
  const change = useSend("PATCH /projects/{project_id}", () => {
    toast(said);
    close();
  });
  const send = (body: UpdateProject) => (Object.keys(body).length ? change.mutate({ path: { project_id: id }, body }) : close());
  return { change, send, wrong: (name: string) => change.error?.fields[name] };
}

function Rename(props: Props) {
  const [name, setName] = useState(props.project.name);
  const { change, send, wrong } = useChange(props, "Renamed");
  return (
    <Dialog title="Rename the project" close={props.close} act="Rename" submit={() => send(name === props.project.name ? {} : { name })} sending={change}>
      <TextField label="Name" autocomplete="off" maxLength={120} value={name} set={setName} error={wrong("name")} />
    </Dialog>
  );
}

function ChangeDeadline(props: Props) {
  const now = props.project.deadline;
  const [day, setDay] = useState(now ?? "");
  const { change, send, wrong } = useChange(props, day ? "The deadline is set" : "The deadline is removed");
  const { was, isOther, sending } = useWas(now, change);
  return (
    <Dialog title={was ? "Change the deadline" : "Set a deadline"} close={props.close} sending={sending}
      act={was && !day ? "Remove the deadline" : "Set the deadline"} submit={() => send(day === (was ?? "") ? {} : { deadline: day || null, was: { deadline: was } })}>
      <TextField label="The day by which it must be done" hint="Empty means no deadline." type="date" value={day} set={setDay} error={wrong("deadline")} />
      {isOther && <ChangedSince now={now ? dayOf(now) : "no deadline"} />}
    </Dialog>
  );
}

const moneyOf = (amount: number | null, currency: string): Money | null => (amount === null ? null : { amount, currency: currency as Money["currency"] });

function ChangeCeiling(props: Props) {
  const { ceiling, currency: stored } = props.project.budget as BudgetView;
  const [amount, setAmount] = useState(ceiling === null ? "" : String(ceiling));
  const [currency, setCurrency] = useState(stored);
  const { change, send, wrong } = useChange(props, amount.trim() ? "The ceiling is set" : "The ceiling is removed");
  const { was, isOther, sending } = useWas(moneyOf(ceiling, stored), change);
  const given = moneyOf(amount.trim() ? Number(amount) : null, currency);
  const isSame = given?.amount === was?.amount && given?.currency === was?.currency;
  const submit = () => send(isSame ? {} : { budget_ceiling: given, was: { budget_ceiling: was } });
  return (
    <Dialog title={was === null ? "Set a ceiling" : "Change the ceiling"} lead="The most that getting it built may cost. Nothing stops by itself: you are told when it would cost more." close={props.close} sending={sending} submit={submit}
      act={given === null && was !== null ? "Remove the ceiling" : "Set the ceiling"}>
      <div class="money">
        <TextField label="The most it may cost" hint="Empty means no ceiling." type="number" inputmode="numeric" min={1} step={1} value={amount} set={setAmount} error={wrong("budget_ceiling.amount") ?? wrong("budget_ceiling")} />
        {props.project.submitted_at === null
          ? <SelectField label="Currency" value={currency} set={setCurrency} options={CURRENCIES.map((unit) => [unit, unit])} error={wrong("budget_ceiling.currency") ?? wrong("day_rates")} />
          : <p class="unit">{currency}</p>}
      </div>
      {isOther && <ChangedSince now={ceiling === null ? "no ceiling" : money(ceiling, stored)} />}
    </Dialog>
  );
}

function ChangeRates({ estimate: { currency, day_rates, team_size }, ...props }: Props & { estimate: EstimateView }) {
  const [rates, setRates] = useState<Record<string, string>>(() => Object.fromEntries(ROLES.map((role) => [role, String(day_rates[role])])));
  const [team, setTeam] = useState(String(team_size));
  const { change, send, wrong } = useChange(props, "The estimate is computed anew");
  const isSame = ROLES.every((role) => rates[role] === String(day_rates[role]));
  const submit = () => send({
    ...(!isSame && { day_rates: Object.fromEntries(ROLES.map((role) => [role, Number(rates[role])])) as unknown as DayRates }),
    ...(team !== String(team_size) && { team_size: Number(team) }),
  });
  return (
    <Dialog title="Team and day rates" lead="What a day of each role costs you, and how many people work at once." close={props.close} act="Save" submit={submit} sending={change}>
      <div class="pair">
        {ROLES.map((role) => (
          <TextField key={role} label={`${role}, ${currency} a day`} type="number" inputmode="numeric" min={1} step={1} value={rates[role]!} set={(rate) => setRates({ ...rates, [role]: rate })} error={wrong(`day_rates.${role}`)} />
        ))}
      </div>
      {wrong("day_rates") && <p class="err">{wrong("day_rates")}</p>}
      <TextField label="People who work at once" type="number" inputmode="numeric" min={1} step={1} value={team} set={setTeam} error={wrong("team_size")} />
      <button type="button" class="link" onClick={() => send({ day_rates: null })}>Use the published day rates</button>
    </Dialog>
  );
}

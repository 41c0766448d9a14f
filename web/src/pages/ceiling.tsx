import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BudgetView, Money, ProjectView } from "../api/schema";
import { CURRENCIES, money } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button } from "../ui/parts";
import { toast } from "../ui/toast";

type Capped = Pick<ProjectView, "id" | "budget">;

/** How the money stands against the ceiling when it no longer keeps to it, in words. */
export function overspent({ ceiling, spent, stopped_at_ceiling, currency }: BudgetView): string | undefined {
  if (stopped_at_ceiling) return "Stopped at the ceiling";
  return ceiling !== null && spent > ceiling ? `${money(spent - ceiling, currency)} over the ceiling` : undefined;
}

/** Says that the team waits for money, and lets the person decide about it. */
export function Stopped({ project }: { project: Capped }) {
  const [asking, setAsking] = useState(false);
  const { spent, currency } = project.budget;
  return (
    <section class="callout bad" aria-label="Stopped at the ceiling">
      <Icon name="triangle-alert" />
      <span><strong>The team has stopped at its ceiling.</strong> {money(spent, currency)} is spent, and its next text would cost more than you allow.</span>
      <Button kind="primary" onClick={() => setAsking(true)}>Change the ceiling</Button>
      {asking && <ChangeCeiling project={project} close={() => setAsking(false)} />}
    </section>
  );
}

/** The ceiling in a line of figures, and a way to another. */
export function Ceiling({ project }: { project: Capped }) {
  const [asking, setAsking] = useState(false);
  const { ceiling, currency } = project.budget;
  return (
    <>
      {ceiling === null ? "No ceiling" : `Ceiling ${money(ceiling, currency)}`}{" "}
      <button type="button" class="link" onClick={() => setAsking(true)}>{ceiling === null ? "Set" : "Change"}<span class="sr"> the ceiling</span></button>
      {asking && <ChangeCeiling project={project} close={() => setAsking(false)} />}
    </>
  );
}

function ChangeCeiling({ project: { id, budget }, close }: { project: Capped; close: () => void }) {
  const [amount, setAmount] = useState(budget.ceiling === null ? "" : String(budget.ceiling));
  const [currency, setCurrency] = useState(budget.currency ?? "EUR");
  const change = useSend("PATCH /projects/{project_id}", ({ budget: { ceiling } }) => {
    toast(ceiling === null ? "The ceiling is removed" : `The ceiling is ${money(ceiling, currency)}`);
    close();
  });
  const given = amount.trim() ? Number(amount) : null;
  const unchanged = given === budget.ceiling && currency === (budget.currency ?? "EUR");
  const submit = () => (unchanged ? close() : change.mutate({ path: { project_id: id }, body: { budget_ceiling: given === null ? null : { amount: given, currency: currency as Money["currency"] } } }));
  const lead = budget.estimated === null ? "The most that the project may cost." : `${money(budget.spent, budget.currency)} is spent, ${money(budget.estimated, budget.currency)} estimated.`;
  const field = (name: string) => change.error?.fields[name];
  return (
    <Dialog title={budget.ceiling === null ? "Set a ceiling" : "Change the ceiling"} lead={lead} close={close} submit={submit} sending={change}
      act={given === null && budget.ceiling !== null ? "Remove the ceiling" : "Set the ceiling"}>
      <div class="money">
        <TextField label="The most it may cost" hint="Empty means no ceiling." type="number" inputmode="numeric" min={1} step={1} value={amount} set={setAmount}
          error={field("budget_ceiling.amount") ?? field("budget_ceiling")} />
        {budget.estimated === null
          ? <SelectField label="Currency" value={currency} set={setCurrency} options={CURRENCIES.map((unit) => [unit, unit])} error={field("budget_ceiling.currency")} />
          : <p class="unit">{currency}</p>}
      </div>
      {given !== null && given < budget.spent && <p class="note"><Icon name="triangle-alert" /><span>Less than is spent already: the team stops before anything else that costs.</span></p>}
    </Dialog>
  );
}

import { go } from "../lib/router";
import { Card, Head, Tabs } from "../ui/parts";
import { Ask } from "./assistant-ask";
import { Reports } from "./assistant-reports";
import { Tasks } from "./assistant-tasks";

type Tab = "ask" | "tasks" | "reports";

export function Assistant({ tab }: { tab: string | undefined }) {
  const current: Tab = tab === "tasks" || tab === "reports" ? tab : "ask";
  return (
    <>
      <Head title="Assistant" lead="Watches over all your projects, says what needs you, and does recurring work on schedule." />
      <Card>
        <Tabs label="Assistant" current={current} choose={(next) => go("assistant", ...(next === "ask" ? [] : [next]))} tabs={[["ask", "Ask"], ["tasks", "Tasks"], ["reports", "Reports"]]} />
        {current === "ask" ? <Ask /> : current === "tasks" ? <Tasks /> : <Reports />}
      </Card>
    </>
  );
}

import { expect, test } from "vitest";
import { moved } from "../src/lib/addresses";

test.each([
  ["", "inbox"], ["overview", "inbox"], ["ceo", "ask"], ["ceo/prj_1", "projects/prj_1/chat"], ["assistant", "ask"], ["assistant/tasks", "reports"],
  ["assistant/reports/rep_1", "reports/rep_1"], ["vault", "settings/vault"], ["vault/crq_1", "settings/vault/crq_1"], ["vault/fulfill/crq_1/17/once", "settings/vault/fulfill/crq_1/17/once"],
  ["keys", "developers/keys"], ["keys/key_1", "developers/keys/key_1"], ["usage", "developers/usage"], ["requests", "developers/logs"], ["webhooks/whk_1", "developers/webhooks/whk_1"],
  ["settings/connections", "developers/connections"], ["projects/prj_1/activity", "projects/prj_1/timeline"], ["projects/prj_1/notes", "projects/prj_1/brief"],
])("the older address %s leads to %s", (older, today) => {
  expect(moved(older.split("/").filter(Boolean))?.join("/")).toBe(today);
  expect(moved(today.split("/"))).toBeNull();
});

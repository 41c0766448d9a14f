import { expect, test } from "vitest";
import { vaultLink } from "../src/lib/vault-link";

test.each([
  ["vault/deposit/prj_1/token/Source repository/1800000000/dep_1", { what: "deposit", project: "prj_1", type: "token", name: "Source repository", until: 1_800_000_000_000, once: "dep_1" }],
  ["vault/fulfill/crq_1/1800000000/dep_1", { what: "fulfill", request: "crq_1", until: 1_800_000_000_000, once: "dep_1" }],
  ["vault", null],
  ["vault/crq_1", null],
  ["vault/deposit/prj_1", null],
  ["vault/deposit/prj_1/token/x/soon/dep_1", null],
  ["projects/deposit/prj_1/token/x/1800000000/dep_1", null],
])("%s", (path, link) => {
  expect(vaultLink(path.split("/"))).toEqual(link);
});

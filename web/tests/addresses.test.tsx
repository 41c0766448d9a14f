import { expect, test } from "vitest";
import table from "../../docs/upgrade-from-1.1.csv?raw";
import { moved } from "../src/lib/addresses";

const pages = table.split("\n").map((row) => row.split(",")).filter(([kind]) => kind === "page");

test.each([["page", "", "inbox"], ...pages])("the %s %s of 1.1 leads to where the table says", (_, older, today) => {
  const led = moved(older!.split("/").filter(Boolean));
  expect(led?.join("/") ?? "stays").toBe(today);
  if (led) expect(moved(led)).toBeNull();
});

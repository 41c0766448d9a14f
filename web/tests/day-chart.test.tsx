import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { dated, DayChart, ticks } from "../src/ui/day-chart";

test.each([
  [0, [0, 1]], [1, [0, 1]], [3, [0, 1, 2, 3]], [5, [0, 2, 4, 6]], [7, [0, 2, 4, 6, 8]], [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]], [999, [0, 500, 1000]], [12_345, [0, 5000, 10_000, 15_000]],
])("the axis up to %i has round lines", (most, expected) => {
  expect(ticks(most)).toEqual(expected);
});

test("no number of requests leaves the axis with more than six lines or below its bars", () => {
  for (let most = 0; most < 5000; most += 7) {
    const lines = ticks(most);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.at(-1)!).toBeGreaterThanOrEqual(most);
  }
});

test.each([[0, []], [1, [0]], [2, [0, 1]], [4, [0, 1, 2, 3]], [7, [0, 1, 2, 3, 4, 5, 6]], [30, [4, 9, 14, 19, 24, 29]], [31, [0, 5, 10, 15, 20, 25, 30]], [90, [11, 24, 37, 50, 63, 76, 89]]])("of %i days few are dated, the last always", (count, expected) => {
  expect(dated(count)).toEqual(expected);
});

test("of no number of days more than seven are dated, and they stand evenly", () => {
  for (let count = 2; count < 400; count += 1) {
    const dates = dated(count);
    const gaps = dates.slice(1).map((date, index) => date - dates[index]!);
    expect(dates.at(-1)).toBe(count - 1);
    expect(dates[0]).toBeLessThan(gaps[0]!);
    expect(dates.length).toBeLessThanOrEqual(7);
    expect(new Set(gaps).size).toBe(1);
  }
});

const bars = [
  { date: "2026-11-07", requests: 0, errors: 0 }, { date: "2026-11-08", requests: 30, errors: 3 }, { date: "2026-11-09", requests: 1170, errors: 9 },
];

test("the chart says in words what it shows, and every day in its table", () => {
  render(<DayChart bars={bars} label="Requests" />);

  expect(screen.getByText("1,200 requests in 3 days, 12 failed. Most on 9 Nov 2026: 1,170.")).toBeTruthy();
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1).map((row) => row.textContent);
  expect(rows).toEqual(["9 Nov 20261,1709", "8 Nov 2026303", "7 Nov 202600"]);
});

test("figures beside the chart need no summary above it, and nothing failed has no colour", () => {
  render(<DayChart bars={[{ date: "2026-11-09", requests: 2, errors: 0 }]} label="Requests" summed />);

  expect(screen.getByText("2 requests in 1 day, 0 failed. Most on 9 Nov 2026: 2.").className).toBe("sr");
  expect(document.querySelector(".series .bad")).toBeNull();
});

test("a day is told while the pointer is on it", () => {
  const { container } = render(<DayChart bars={bars} label="Requests" />);

  fireEvent.pointerEnter(container.querySelectorAll("svg g")[1]!);
  expect(screen.getByText("8 Nov 2026: 30 requests, 3 failed")).toBeTruthy();
  fireEvent.pointerLeave(container.querySelector(".field-of")!);
  expect(screen.queryByText(/^8 Nov 2026: /)).toBeNull();
});

test("days without requests are drawn as nothing and said so", () => {
  const { container } = render(<DayChart bars={bars.slice(0, 1)} label="Requests" />);

  expect(screen.getByText("No requests in 1 day.")).toBeTruthy();
  expect([...container.querySelectorAll("svg rect:not(.day)")].map((rect) => rect.getAttribute("height"))).toEqual(["0"]);
});

test("more errors than requests are drawn no taller than the requests", () => {
  const { container } = render(<DayChart bars={[{ date: "2026-11-09", requests: 2, errors: 5 }]} label="Requests" />);

  expect([...container.querySelectorAll("svg rect:not(.day)")].map((rect) => rect.getAttribute("height"))).toEqual(["100", "100"]);
});

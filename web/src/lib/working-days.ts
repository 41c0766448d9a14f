const DAY = 86_400_000;

/** Days are `YYYY-MM-DD` and counted in UTC, as the server counts them: Monday to Friday, holidays included. */
const time = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const isWorking = (at: number): boolean => new Date(at).getUTCDay() % 6 !== 0;

/** The day of a moment. */
export const dayOf = (moment: string | number): string => new Date(moment).toISOString().slice(0, 10);

/** The working day that comes `count` working days after `day`, or before it when negative. */
export function addWorkingDays(day: string, count: number): string {
  let at = time(day);
  for (let left = Math.abs(count); left > 0; ) {
    at += Math.sign(count) * DAY;
    if (isWorking(at)) left -= 1;
  }
  return dayOf(at);
}

/** How many working days `end` comes after `start`; negative when it comes before. */
export function workingDaysBetween(start: string, end: string): number {
  const [first, last] = [time(start), time(end)].sort((one, other) => one - other) as [number, number];
  let count = 0;
  for (let at = first + DAY; at <= last; at += DAY) if (isWorking(at)) count += 1;
  return time(end) < time(start) ? -count : count;
}

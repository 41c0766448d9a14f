export const DAY = 86_400_000; // milliseconds

/** The day of a moment, `YYYY-MM-DD`, in UTC as the server counts days. */
export const dayOf = (moment: string | number): string => new Date(moment).toISOString().slice(0, 10);

/** A local time of a zone with how far that is from UTC, `2026-11-09T00:00:00+01:00`. */
function placed(moment: string, zone = "UTC"): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(new Date(`${moment}Z`));
  return moment + (parts.find(({ type }) => type === "timeZoneName")!.value.slice(3) || "+00:00");
}

/** The first and the last moment of a day, `YYYY-MM-DD`, in a zone; nothing for what is no day. */
export const firstOf = (day: string, zone?: string): string | undefined => (isDay(day) ? placed(`${day}T00:00:00`, zone) : undefined);
export const lastOf = (day: string, zone?: string): string | undefined => (isDay(day) ? placed(`${day}T23:59:59`, zone) : undefined);

/** Whether it is a day of our times: somebody who types a year is in the year 2 first. */
export const isDay = (text: string): boolean => /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

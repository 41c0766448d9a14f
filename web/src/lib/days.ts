/** The day of a moment, `YYYY-MM-DD`, in UTC as the server counts days. */
export const dayOf = (moment: string | number): string => new Date(moment).toISOString().slice(0, 10);

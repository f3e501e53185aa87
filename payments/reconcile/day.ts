const DAY_MS = 86_400_000;

/** A day in UTC: "2026-11-28". */
export type Day = string;

export const dayOf = (at: number): Day => new Date(at).toISOString().slice(0, 10);

export const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(time) === text;
};

/** Milliseconds since 1970; without the end. */
export function timeOfDay(day: Day): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + DAY_MS };
}

export const daysAfter = (day: Day, days: number): Day => dayOf(timeOfDay(day).from + days * DAY_MS);

/** When all that moved on it is in the provider's books. */
export const completeAt = (day: Day, lagMs: number): number => timeOfDay(day).to + lagMs;

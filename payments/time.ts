/** ISO 8601 in UTC. */
export const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

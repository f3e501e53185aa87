import { z } from "zod";

/** Error codes of connections that could not be made, or broke. */
const CONNECTION = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
];

/** Of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connections, resources, shutdown, locks, time. */
const POSTGRES = /^(08|53|57P0[1-5]|55P03|57014|25P0[34])/;

/** Of SQLite: another process writes, the file cannot be opened, or the disk is full. */
const SQLITE = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR)/;

/** What the client of PostgreSQL says without a code. */
const UNCODED =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

const coded = z.object({ code: z.string() });

/** Whether an error says that the database cannot be reached, or cannot work now: the same call may succeed later. */
export function isStoreAway(error: unknown): boolean {
  const { code = "" } = coded.safeParse(error).data ?? {};
  if (CONNECTION.includes(code) || POSTGRES.test(code) || SQLITE.test(code)) return true;
  return error instanceof Error && UNCODED.test(error.message);
}

import { startOwnPostgres } from "./own-postgres";

/** Each test has a database, and this server is never killed: it may keep the disk waiting. */
const HASTY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** A PostgreSQL for the run that takes the sandbox's tests through it; it ends with the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, remove } = await startOwnPostgres(HASTY);
  process.env.TESTS_POSTGRES_URL = url;
  return remove;
}

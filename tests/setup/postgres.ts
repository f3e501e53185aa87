import { postgresPrograms, startPostgres } from "../engines/temporary-postgres";
import { freePort } from "../journeys/free-port";

/** No machine loses its power meanwhile, and each test has a database. */
const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

/** A PostgreSQL for the run that takes the sandbox's tests through it; it ends with the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const server = await startPostgres(programs, await freePort(), SETTINGS);
  process.env.TESTS_POSTGRES_URL = server.url;
  return () => server.remove();
}

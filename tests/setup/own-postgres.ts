import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresBinaries } from "../../tools/fleet/engines/binaries";
import { startGuard } from "../../tools/fleet/engines/guard";
import { Postgres } from "../../tools/fleet/engines/postgres";
import { freePort } from "../journeys/free-port";

/** The tests that need PostgreSQL run only where it is installed. */
export const hasPostgres = postgresBinaries() !== undefined;

export interface OwnPostgres {
  server: Postgres;
  /** A database in it that nothing else uses. */
  url: string;
  /** Ends it, and removes its data. */
  remove(): Promise<void>;
}

/**
 * A PostgreSQL in a temporary folder, which ends with this process, however that ends.
 * @param settings such as `{ fsync: "off" }`
 * @throws where none is installed
 */
export async function startOwnPostgres(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const programs = postgresBinaries();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // Root's own is run by another user.
  chmodSync(folder, 0o711);
  const guard = startGuard(folder);
  const server = new Postgres(programs, await freePort(), { folder, guard }, settings);
  await server.create();
  const remove = async () => {
    await server.stop();
    await guard.close();
  };
  return { server, url: server.urlOf("postgres"), remove };
}

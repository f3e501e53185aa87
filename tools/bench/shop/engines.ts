import { chmodSync } from "node:fs";
import { postgresBinaries } from "../../fleet/engines/binaries";
import { startGuard } from "../../fleet/engines/guard";
import { freePorts } from "../../fleet/engines/ports";
import { Postgres } from "../../fleet/engines/postgres";
import { type Engine, temporaryFolder } from "./payments-process";

interface StartedEngine {
  engine: Engine;
  stop(): Promise<void>;
}

/** Each database that payments can use, one after the other; PostgreSQL where it is installed. */
export const ENGINES: readonly (() => Promise<StartedEngine | undefined>)[] = [
  async () => ({ engine: { name: "SQLite", folder: temporaryFolder() }, stop: async () => {} }),
  startPostgres,
];

async function startPostgres(): Promise<StartedEngine | undefined> {
  const files = postgresBinaries();
  if (files === undefined) return undefined;
  const [port] = await freePorts(1);
  const [folder, ofServer] = [temporaryFolder(), temporaryFolder()];
  // The server runs as somebody else where we are root.
  chmodSync(ofServer, 0o755);
  const guard = startGuard(undefined);
  const server = new Postgres(files, port ?? 0, { folder: ofServer, guard });
  await server.create();
  await server.createDatabase("payments");
  return {
    engine: { name: "PostgreSQL", folder, url: server.urlOf("payments") },
    stop: async () => {
      await server.stop();
      await guard.close();
    },
  };
}

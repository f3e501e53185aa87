import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { openDatabase } from "../../payments/store/database";
import { SANDBOX_DATABASE } from "../../sandbox/tables";
import { send, type Target } from "../../tools/contract/client";
import { newKey, withKey } from "../../tools/contract/purchases";
import { startOwnPostgres } from "../setup/own-postgres";
import { chargesOf, choose, formOf, historiesOf, order, result } from "./buyer";
import { mailTo } from "./paid";
import { runningSandbox, SITE, temporaryFolder } from "./running-sandbox";
import { startSandboxProcess } from "./sandbox-process";

const COPIES = 3;

/** Several sandboxes, each a process, that share a database. */
async function startCopies(): Promise<{ copies: Target[]; kill: (copy: number) => Promise<void> }> {
  const dataDir = await temporaryFolder();
  // At once, as a fleet starts: one of them makes the keys.
  const start = async () => {
    const started = await startSandboxProcess(dataDir);
    onTestFinished(() => started.kill());
    return started;
  };
  const processes = await Promise.all(Array.from({ length: COPIES }, start));
  return {
    copies: processes.map(({ base }) => ({ base, site: SITE })),
    kill: async (copy) => processes[copy]?.kill(),
  };
}

const among = <T>(all: readonly T[], index: number): T => {
  const one = all[index % all.length];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};

describe("copies of the sandbox that share a database", () => {
  it("make one order of a purchase that is sent to all of them at once, many times", async () => {
    const { copies } = await startCopies();
    const fields = await formOf(among(copies, 0));
    const key = newKey();
    // A busy machine may let a copy wait too long for the database: whoever hears that asks again.
    const sendUntilMade = (n: number) =>
      expect.poll(async () => (await send(among(copies, n), soPurchase, withKey(fields, key))).status).toBe(200);
    await Promise.all(Array.from({ length: 24 }, (_, n) => sendUntilMade(n)));
    expect(await historiesOf(among(copies, 1), fields.email)).toHaveLength(1);
  });

  it("let one of many purchases of the same buyer be under way", async () => {
    const { copies } = await startCopies();
    const fields = await formOf(among(copies, 0));
    const sent = Array.from({ length: 12 }, (_, n) => send(among(copies, n), soPurchase, withKey(fields)));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
  });

  it("charge once, give one period and write one receipt, though all hear at once that it is paid", async () => {
    const { copies } = await startCopies();
    const ordered = await order(among(copies, 0));
    const pages = copies.map(({ base }) => new URL(new URL(ordered.page).pathname, base).href);
    await Promise.all(Array.from({ length: 12 }, (_, n) => choose(among(pages, n), "approve_repeatedly")));
    await Promise.all(Array.from({ length: 12 }, (_, n) => result(among(copies, n), ordered)));
    expect(await result(among(copies, 2), ordered)).toMatchObject({ status: "success" });
    expect(await chargesOf(among(copies, 1), ordered.email)).toEqual(["kept"]);
    await expect.poll(() => mailTo(among(copies, 1), ordered.email)).toHaveLength(1);
  });

  it("lose nothing that was answered when one of them is killed, and the others go on", async () => {
    const { copies, kill } = await startCopies();
    const [killed, ...others] = copies;
    if (killed === undefined) throw new Error("no copy");
    const before = await Promise.all(Array.from({ length: 6 }, () => order(killed)));
    const underWay = Promise.allSettled(before.map(({ page }) => choose(page, "approve")));
    await kill(0);
    await underWay;
    for (const ordered of before) {
      const page = new URL(new URL(ordered.page).pathname, among(others, 0).base).href;
      await choose(page, "approve");
      expect(await result(among(others, 1), ordered)).toMatchObject({ status: "success" });
      expect(await chargesOf(among(others, 0), ordered.email)).toEqual(["kept"]);
    }
  });
});

/** What whoever writes holds, as a migration does: payments/store/postgres.ts. */
const WRITE_LOCK = 7_316_502;

it("one that starts while another one changes the tables waits for it", async () => {
  const { url, remove } = await startOwnPostgres();
  onTestFinished(remove);
  const other = new pg.Client({ connectionString: url });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query(`select pg_advisory_lock(${WRITE_LOCK})`);
  const starting = runningSandbox({ databaseUrl: url });
  // That it failed is told below.
  starting.catch(() => {});
  const waiting = "select count(*)::int as found from pg_stat_activity where wait_event = 'advisory'";
  await expect.poll(async () => (await other.query(waiting)).rows).toEqual([{ found: 1 }]);
  await other.query(`select pg_advisory_unlock(${WRITE_LOCK})`);
  expect(await formOf(await starting)).toBeDefined();
});

it("while its database is away it says so, and it goes on when that is back", async () => {
  const { server, url, remove } = await startOwnPostgres();
  onTestFinished(remove);
  const target = await runningSandbox({ databaseUrl: url });
  const ordered = await order(target);
  const fields = await formOf(target);
  const key = newKey();
  await server.crash();
  const away = await send(target, soPurchase, withKey(fields, key));
  expect(away).toMatchObject({ status: 503, json: { error: { code: "store_away", retryable: true } } });
  expect((await choose(ordered.page, "approve")).status).toBe(503);
  await server.start();
  await expect.poll(async () => (await send(target, soPurchase, withKey(fields, key))).status).toBe(200);
  expect((await choose(ordered.page, "approve")).status).toBe(303);
  expect(await result(target, ordered)).toMatchObject({ status: "success" });
  expect(await chargesOf(target, ordered.email)).toEqual(["kept"]);
});

/** The database writes down under which limits indexes are made. */
const NOTE_LIMITS = `
  create table noted (statement_ms text, lock_ms text);
  create function note_limits() returns event_trigger language plpgsql as $$ begin
    insert into noted values (current_setting('statement_timeout'), current_setting('lock_timeout'));
  end $$;
  create event trigger note_limits on ddl_command_end when tag in ('CREATE INDEX') execute function note_limits()`;

it("a migration may take its time, and a call may not", async () => {
  const { url, remove } = await startOwnPostgres();
  onTestFinished(remove);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(NOTE_LIMITS);
  const db = await openDatabase("", { url, log: pino({ level: "silent" }) }, SANDBOX_DATABASE);
  const { rows } = await client.query("select distinct statement_ms, lock_ms from noted");
  await client.end();
  expect(rows).toEqual([{ statement_ms: "0", lock_ms: "0" }]);
  expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: "10s" }]);
  expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: "5s" }]);
  await db.destroy();
});

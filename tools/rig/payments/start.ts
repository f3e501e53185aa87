import { join } from "node:path";
import Libsql from "libsql";
import { makeDataDir } from "../../../tests/journeys/running-site";
import { type StartedChild, startChild } from "../../../tests/journeys/started-child";
import { freePorts } from "../../fleet/engines/ports";
import { STAND_INS, startStandIns } from "../../stand-ins/start-all";
import type { Attacked } from "../apis/api";
import { paymentsApi } from "./api";
import { countMoney } from "./count-money";
import { CATALOGUE, type Rows } from "./evidence";
import { startReceiver } from "./receiver";
import { makeTrouble } from "./trouble";

const LAUNCH = "host/start/launch.mjs";
/** What both processes are told; it opens nothing else. */
const SESSION_SECRETS = "a-secret-of-the-rig-that-is-long-enough-for-everybody";

/** One process that dies and comes back. */
interface Process {
  start(): Promise<void>;
  child(): StartedChild | undefined;
}

/** The site, and the payments API in a process of its own, on the providers' stand-ins, which live on when the others die. */
export async function startPaymentsSite(): Promise<Attacked> {
  const { dataDir, removeDataDir } = makeDataDir();
  const [sitePort, paymentsPort] = await freePorts(2);
  const site = `http://localhost:${sitePort}`;
  const origin = `http://127.0.0.1:${paymentsPort}`;
  const standIns = await startStandIns(origin);
  const receiver = await startReceiver();
  const shared = { SESSION_SECRETS, DATA_DIR: dataDir };
  const paymentsVariables = {
    ...shared,
    ...standIns.variables,
    ...receiver.variables,
    PAYMENTS_CATALOGUE: CATALOGUE,
    PAYMENTS_PORT: String(paymentsPort),
    PAYMENTS_DATA_DIR: join(dataDir, "payments"),
    SITE_ORIGIN: site,
  };
  const siteVariables = {
    ...shared,
    PORT: String(sitePort),
    API_BASE_URL: origin,
    REDIRECT_HOSTS: STAND_INS.map((name) => new URL(standIns[name].origin).host).join(","),
    PAYMENTS_TEST_MODE: "1",
    TRUST_PROXY_HOPS: "1",
  };
  const payments = processOf([LAUNCH, "payments"], paymentsVariables, join(dataDir, "payments.log"), "Its site");
  const shop = processOf([LAUNCH], siteVariables, join(dataDir, "site.log"), site);
  const both = [payments, shop];
  for (const one of both) await one.start();
  const rows = rowsIn(join(dataDir, "payments", "payments.db"));
  const dead = new Set<Process>();
  const world = { standIns, receiver, rows, origin, variables: paymentsVariables };
  return {
    site,
    api: paymentsApi(world),
    kill: async (chance) => {
      // The payments API more often: it has the money.
      for (const one of chance.pick([[payments], [payments], [shop], both])) dead.add(one);
      await Promise.all([...dead].map((one) => one.child()?.end("SIGKILL")));
      return dead.size;
    },
    restart: async () => {
      await Promise.all([...dead].map((one) => one.start()));
      dead.clear();
    },
    trouble: (score, seed, finished) => makeTrouble(world, score, seed, finished),
    countBooks: (score, served) => countMoney(score, world, served),
    stop: async () => {
      await Promise.all(both.map((one) => one.child()?.end("SIGTERM")));
      await Promise.all([standIns.close(), receiver.close()]);
      removeDataDir();
    },
  };
}

function processOf(args: string[], variables: Record<string, string>, log: string, ready: string): Process {
  let child: StartedChild | undefined;
  return {
    start: async () => {
      child = startChild(args, variables, log);
      await child.firstPrinted((line) => (line.includes(ready) ? line : undefined));
    },
    child: () => child,
  };
}

/** Of a database that a process is writing. */
const rowsIn =
  (path: string): Rows =>
  async (statement) => {
    const file = new Libsql(path, { readonly: true, timeout: 5_000 });
    try {
      return file.prepare(statement).all();
    } finally {
      file.close();
    }
  };

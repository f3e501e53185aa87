import pino from "pino";
import { chanceFor } from "../../../sandbox/bare/seeded";
import { type Sandbox, startSandbox } from "../../../sandbox/start";
import { type LyingApi, startLyingApi } from "../../../tests/journeys/lying-api";
import { makeDataDir } from "../../../tests/journeys/running-site";
import { type SiteOnApi, startSiteOn } from "../../../tests/journeys/site-on-api";
import { PlainBrowser } from "../plain-browser";
import type { Score, Task } from "../score";
import { exchange } from "./exchange";
import type { Suspect } from "./hostile";
import { isHtml, wrongWith } from "./oracle";
import { encoded, isTelling, type Payload, payloadOf } from "./payloads";
import { visitHonestly } from "./real-visit";

interface LiedTo {
  site: SiteOnApi;
  sandbox: Sandbox;
  api: LyingApi;
}

/** A site whose payments API says hostile things. */
export async function withLyingApi(work: (place: LiedTo) => Promise<void>): Promise<void> {
  const { dataDir, removeDataDir } = makeDataDir();
  const closing: (() => Promise<void>)[] = [];
  try {
    const begun: Partial<Pick<LiedTo, "sandbox" | "api">> = {};
    const site = await startSiteOn(async (siteOrigin) => {
      const log = pino({ level: "silent" });
      const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
      closing.push(() => sandbox.close());
      const api = await startLyingApi(sandbox.origin);
      closing.push(() => api.close());
      Object.assign(begun, { sandbox, api });
      return { base: api.base, payHost: new URL(sandbox.origin).host };
    });
    closing.push(() => site.stop());
    const { sandbox, api } = begun;
    if (sandbox === undefined || api === undefined) throw new Error("the payments API was not started");
    await work({ site, sandbox, api });
  } finally {
    for (const close of closing.reverse()) await close();
    removeDataDir();
  }
}

const FIRST_APP = 50_000;
const THE_TRUTH: LyingApi["lie"] = (_name, value) => value;

/** Loads screens while the payments API lies in each answer. @returns the pages that repeat something of a lie */
export async function tellLies(
  score: Score,
  { site, sandbox, api }: LiedTo,
  { amount, seed, report }: Task,
): Promise<Suspect[]> {
  const place = { site: site.origin, sandbox: sandbox.origin };
  const looks = await screensOf(place, sandbox.signedLink("/account"));
  const suspects: Suspect[] = [];
  for (let number = 0; number < amount; number += 1) {
    const { path, cookies } = looks[number % looks.length] ?? { path: "/", cookies: new Map() };
    const payload = payloadOf(number, chanceFor(seed, `lie ${number}`));
    const load = (app: number) => exchange(place.site, { method: "GET", path, headers: headersOf(cookies, app) });
    api.lie = (name, value) => lieAbout(name, value, { number, seed, payload });
    const answer = await load(FIRST_APP + 2 * number);
    // Lies that make no sense count as an outage: the truth in between keeps the site asking.
    api.lie = THE_TRUTH;
    await load(FIRST_APP + 2 * number + 1);
    score.inputs += 1;
    const asked = { path, evidence: isTelling(payload) ? [payload.text] : [], secrets: [], ...place };
    const complaints = answer === undefined ? ["no answer"] : wrongWith(answer, asked, score);
    const what = `lie ${number} on ${path.slice(0, 60)}`;
    score.failures.push(...complaints.map((complaint) => `${what}: ${complaint}`));
    if (answer !== undefined && isHtml(answer) && answer.body.includes(payload.marker))
      suspects.push({ address: place.site + path, what, answer });
    report(number + 1, amount);
  }
  return suspects;
}

/** An app of its own has the site ask for the catalogue anew. */
const headersOf = (cookies: ReadonlyMap<string, string>, app: number) => ({
  accept: "text/html",
  cookie: [...cookies, ["app", String(app)]].map(([name, text]) => `${name}=${text}`).join("; "),
});

interface Told {
  number: number;
  seed: number;
  payload: Payload;
}

/** One field in three says the hostile text; a number, now and then, is none or a monstrous one. */
function lieAbout(name: string, value: unknown, { number, seed, payload }: Told): unknown {
  const chance = chanceFor(seed, `lie ${number} about ${name}`);
  if (typeof value === "string" && chance.oneIn(3)) return payload.text;
  if (typeof value === "number" && name !== "code" && chance.oneIn(12))
    return chance.pick([-1, 1e300, 0.1 + 0.2, String(value), null, payload.text]);
  if (typeof value === "boolean" && chance.oneIn(6)) return chance.pick([!value, "true", payload.text]);
  if (Array.isArray(value) && chance.oneIn(12))
    return chance.pick([[], [...value, ...value], [payload.text, ...value], null]);
  return value;
}

interface Look {
  path: string;
  cookies: ReadonlyMap<string, string>;
}

/** Every screen that shows something of an answer, of visitors with and without an account. */
async function screensOf(place: { site: string; sandbox: string }, appLink: string): Promise<Look[]> {
  const { tokens, cookies } = await visitHonestly(place);
  const member = new PlainBrowser();
  await member.send({ address: new URL(appLink) });
  const token = (name: string) => encoded(tokens.get(name) ?? "");
  const shop = ["/", "/payment", "/payment/monthly", "/payment/monthly?coupon=WELCOME20", "/pricing"];
  const checkouts = ["/pricing/checkout/monthly", "/de/payment/yearly", "/ar/payment/monthly"];
  const order = [`/paystatus?o=${token("o")}`, `/redirect?o=${token("o")}`, `/paysuc?o=${token("paid")}`];
  const own = [`/receipts?k=${token("k")}`];
  const ofMember = ["/", "/payment/monthly", "/account", "/receipts"];
  return [
    ...[...shop, ...checkouts, ...order, ...own].map((path) => ({ path, cookies })),
    ...ofMember.map((path) => ({ path, cookies: member.cookies })),
  ];
}

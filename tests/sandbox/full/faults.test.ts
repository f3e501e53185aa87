import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { env } from "~/env.server";
import { call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { FAULT_KINDS } from "../../../sandbox/faults/fault";
import { newKey, purchaseFields } from "../../../tools/contract/purchases";
import { forgetUpstream } from "../../mocks/forget-upstream";
import { upstream } from "../../mocks/server";
import { sample } from "../../setup/effort";
import { caught } from "../../upstream/caught";
import { historiesOf } from "../buyer";
import { faultsOf, setFaults, type WantedFault } from "../fault-lab";
import { type Running, runningSandbox, temporaryFolder } from "../running-sandbox";

// The site's own client, over the wire: msw would hide what becomes of a connection.
beforeAll(() => upstream.close());
beforeEach(forgetUpstream);
afterEach(forgetUpstream);

const caller = { requestId: "req-1", appType: 502 };

/** A sandbox with faults that the site's client is pointed at. */
async function faultySandbox(...faults: WantedFault[]): Promise<Running> {
  const target = await runningSandbox();
  pointAt(target);
  await setFaults(target, ...faults);
  return target;
}

function pointAt({ base }: Running): void {
  const usual = env().apiBaseUrl;
  env().apiBaseUrl = base;
  onTestFinished(() => {
    env().apiBaseUrl = usual;
  });
}

const askPlans = (timeoutMs?: number) => caught(call(endpoints.plans, {}, caller, { timeoutMs }));

const EXPECTED: Record<Exclude<(typeof FAULT_KINDS)[number], "none">, object> = {
  reset: { kind: "unreachable" },
  hang: { kind: "timeout" },
  trickle: { kind: "timeout" },
  status_500: { kind: "refused", status: 500 },
  status_502: { kind: "refused", status: 502 },
  status_503: { kind: "refused", status: 503, retryAfter: 7 },
  status_429: { kind: "refused", status: 429, retryAfter: 7 },
  empty: { kind: "malformed" },
  html: { kind: "malformed" },
  truncated: { kind: "malformed" },
  wrong_types: { kind: "malformed" },
  huge: { kind: "malformed" },
  nested: { kind: "malformed" },
  charset: { kind: "malformed" },
  reset_mid_body: { kind: "unreachable" },
  redirect: { kind: "malformed" },
  bad_gzip: { kind: "malformed" },
  code_401: { kind: "refused", apiError: { code: 401 } },
  code_403: { kind: "refused", apiError: { code: 403 } },
  code_50008: { kind: "refused", apiError: { code: 50008 } },
  code_50012: { kind: "refused", apiError: { code: 50012 } },
  code_50014: { kind: "refused", apiError: { code: 50014 } },
};
const SPOILING = FAULT_KINDS.filter((kind) => kind !== "none");

describe.each(sample(["after", "before"] as const, 1))("a fault %s the call took effect", (moment) => {
  it.each(SPOILING)("%s reaches the site's client as what it is", async (kind) => {
    await faultySandbox({ call: "plans", kind, moment, retry_after: 7 });
    const isEndless = kind === "hang" || kind === "trickle";
    expect(await askPlans(isEndless ? 300 : undefined)).toMatchObject(EXPECTED[kind]);
  });
});

/** Whatever of their answers cannot be read, the page goes on without. */
const DONE_WITHOUT = ["geoInfo", "commonParams", "analyticsEvents", "subscriptionLink", "resumeLink", "storeTokens"];
const NEEDED = Object.keys(endpoints).filter((name) => !DONE_WITHOUT.includes(name));

it.each(sample(NEEDED, 5))("wrong types are wrong for %s, too", async (name) => {
  const target = await faultySandbox({ kind: "wrong_types" });
  const endpoint = Object.entries(endpoints).find(([one]) => one === name)?.[1];
  const init = endpoint?.method === "POST" ? { method: "POST", headers: JSON_TYPE, body: "{}" } : {};
  const json = await (await fetch(target.base + endpoint?.path, init)).json();
  expect(endpoint?.answer.safeParse(json).success).toBe(false);
});

const JSON_TYPE = { "Content-Type": "application/json" };

describe("a purchase whose answer is lost", () => {
  it.each(["reset", "hang", "status_502", "truncated"] as const)("by %s is made, and found again", async (kind) => {
    const target = await faultySandbox({ call: "soPurchase", kind, moment: "after", times: 1 });
    const body = await purchaseFields(target);
    const idempotencyKey = newKey();
    const buy = (timeoutMs: number) => call(endpoints.soPurchase, { body }, caller, { idempotencyKey, timeoutMs });
    await Promise.allSettled([buy(5_000)]);
    const [made, ...others] = await historiesOf(target, body.email);
    expect(others).toEqual([]);
    expect((await buy(30_000)).order_id).toBe(made?.id);
    expect(await historiesOf(target, body.email)).toHaveLength(1);
  });

  it("is not made where the fault came before", async () => {
    const target = await faultySandbox({ call: "soPurchase", kind: "status_500", times: 1 });
    const body = await purchaseFields(target);
    const options = { idempotencyKey: newKey() };
    expect(await caught(call(endpoints.soPurchase, { body }, caller, options))).toMatchObject({ status: 500 });
    expect(await historiesOf(target, body.email)).toEqual([]);
  });
});

describe("a fault", () => {
  it("befalls as many calls as it was set for", async () => {
    const target = await faultySandbox({ call: "plans", kind: "status_500", times: 2 });
    expect(await askPlans()).toMatchObject({ status: 500 });
    expect(await faultsOf(target)).toMatchObject([{ times: 1 }]);
    expect(await askPlans()).toMatchObject({ status: 500 });
    expect((await call(endpoints.plans, {}, caller)).plans).not.toEqual([]);
    expect(await faultsOf(target)).toEqual([]);
  });

  it("spares other calls, and callers it is not meant for", async () => {
    await faultySandbox({ call: "plans", kind: "status_500" }, { kind: "status_500", match: "192.0.2.66" });
    expect(await call(endpoints.commonParams, {}, caller)).toMatchObject({ providers: expect.any(Array) });
    const meant = { ...caller, visitorIp: "192.0.2.66" };
    expect(await caught(call(endpoints.commonParams, {}, meant))).toMatchObject({ status: 500 });
  });

  it("of one buyer is told by the address in the call's body", async () => {
    const target = await faultySandbox({ kind: "html", match: "unlucky@example.com" });
    const fields = await purchaseFields(target);
    const buy = (email: string) =>
      call(endpoints.soPurchase, { body: { ...fields, email } }, caller, { idempotencyKey: newKey() });
    await buy("lucky@example.com");
    expect(await caught(buy("unlucky@example.com"))).toMatchObject({ kind: "malformed" });
  });

  it("survives a restart", async () => {
    const dataDir = await temporaryFolder();
    const before = await runningSandbox({ dataDir });
    await setFaults(before, { kind: "empty" });
    await before.sandbox.close();
    const after = await runningSandbox({ dataDir });
    pointAt(after);
    expect(await askPlans()).toMatchObject({ kind: "malformed" });
  });

  it("may be nothing but slowness", async () => {
    await faultySandbox({ latency_min_ms: 150, latency_max_ms: 200 });
    const start = performance.now();
    await call(endpoints.plans, {}, caller);
    expect(performance.now() - start).toBeGreaterThanOrEqual(145);
    expect(await askPlans(50)).toMatchObject({ kind: "timeout" });
  });

  it("that hangs does not keep the sandbox from ending", async () => {
    const target = await faultySandbox({ call: "plans", kind: "hang" });
    const hanging = fetch(target.base + endpoints.plans.path);
    await expect.poll(() => faultsOf(target)).toHaveLength(1);
    await target.sandbox.close();
    await expect(hanging).rejects.toThrow();
  });

  it("of fifty megabytes is sent no further than it is read", async () => {
    const target = await faultySandbox({ call: "plans", kind: "huge", times: 1 });
    expect(await askPlans()).toMatchObject({ kind: "malformed" });
    expect(await faultsOf(target)).toEqual([]);
  });
});

describe("the fault lab", () => {
  const add = (base: string, headers: Record<string, string>, body: unknown = { kind: "empty" }) =>
    fetch(`${base}/control/faults.json`, {
      method: "POST",
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    });

  it.each([
    [{ kind: "fire" }],
    [{ call: "everything" }],
    [{ kinds: "empty" }],
    [{ times: 0 }],
    [{ latency_min_ms: 1e9 }],
    [{}],
    [["empty"]],
  ])("refuses %j, and says why", async (fault) => {
    const { base } = await runningSandbox();
    const response = await add(base, {}, fault);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it("takes no fault from another site's page", async () => {
    const target = await runningSandbox();
    const foreign: Record<string, string>[] = [
      { Origin: "https://elsewhere.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of foreign) expect((await add(target.base, headers)).status).toBe(403);
    expect(await faultsOf(target)).toEqual([]);
  });

  it("clears one fault, or all of them", async () => {
    const target = await runningSandbox();
    const [first] = await setFaults(target, { kind: "empty" }, { kind: "html" }, { kind: "hang" });
    const address = `${target.base}/control/faults.json`;
    await fetch(`${address}?id=${first?.id}`, { method: "DELETE" });
    expect((await faultsOf(target)).map(({ kind }) => kind)).toEqual(["html", "hang"]);
    await fetch(address, { method: "DELETE" });
    expect(await faultsOf(target)).toEqual([]);
  });

  it("is a plain form, too: add, see, remove, clear", async () => {
    const target = await runningSandbox();
    const page = `${target.base}/control/faults`;
    const post = (path: string, fields: Record<string, string> = {}) =>
      fetch(page + path, { method: "POST", body: new URLSearchParams(fields) }).then((response) => response.text());
    const empty = { call: "all", kind: "empty", moment: "after", latency_min_ms: "0", latency_max_ms: "", times: "" };
    const shown = await post("", { ...empty, retry_after: "5", match: "<b>somebody</b>" });
    expect(shown).toContain("until cleared");
    expect(shown).toContain("&lt;b&gt;somebody");
    const [fault] = await faultsOf(target);
    await post(`/${fault?.id}/remove`);
    expect(await faultsOf(target)).toEqual([]);
    await setFaults(target, { kind: "empty" }, { kind: "html" });
    expect(await post("/clear")).toContain("Nothing goes wrong yet");
  });
});

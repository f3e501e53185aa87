import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "../free-port";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { makeDataDir, type RunningSite } from "../running-site";
import { startChild } from "../started-child";

/** The built app under Remix's own server, with the sandbox in a process of its own: nothing of host/ is there. */
async function startRemixServe(): Promise<RunningSite> {
  const { dataDir, removeDataDir } = makeDataDir();
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const api = startChild(
    ["--import", "tsx", "sandbox/main.ts"],
    { PORT: "0", DATA_DIR: dataDir, SITE_ORIGIN: site },
    join(dataDir, "sandbox.log"),
  );
  const sandbox = await api.firstPrinted((line) => (URL.canParse(line) ? line : undefined));
  const variables = {
    HOST: "127.0.0.1",
    PORT: port.toString(),
    PUBLIC_ORIGIN: site,
    API_BASE_URL: sandbox,
    SESSION_SECRETS: "a-secret-of-the-journeys-that-is-long-enough",
    REDIRECT_HOSTS: new URL(sandbox).host,
    PAYMENTS_TEST_MODE: "1",
  };
  const serve = startChild(
    ["node_modules/.bin/remix-serve", "build/app/server/index.js"],
    variables,
    join(dataDir, "site.log"),
  );
  await serve.firstPrinted((line) => (line.includes(site) ? line : undefined));
  const refuse = () => Promise.reject(new Error("This one is only stopped"));
  const stop = async () => {
    await Promise.all([serve.end("SIGKILL"), api.end("SIGTERM")]);
    removeDataDir();
  };
  return { addresses: { site, sandbox, isBare: false }, kill: refuse, restart: refuse, stop };
}

journey("the same build sells under remix-serve", { ownSite: startRemixServe, lang: "de" }, async (trip) => {
  const { visitor, page, site } = trip;
  const answer = await page.goto("/de/payment/yearly");
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers["content-security-policy"]).toContain(
    `; script-src 'self' ${site.addresses.sandbox}; style-src 'sha256-`,
  );
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": "private, no-cache",
  });
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("decline");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await visitor.payAgain();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
  const missing = await fetch(`${site.addresses.site}/de/no/such/page`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get("content-security-policy")).toContain("default-src 'none'");
  await expectNothingFromForeignPages(site.addresses.site);
  await expectNoPlantedFacts(site.addresses.site);
});

/** The guards stand in the app, so they are there under any server. */
async function expectNothingFromForeignPages(site: string): Promise<void> {
  const send = (path: string, headers: Record<string, string>) =>
    fetch(site + path, { method: "POST", body: new URLSearchParams({ lite: "1" }), headers, redirect: "manual" });
  const byScript = `/preferences?_data=${encodeURIComponent("routes/($lang).preferences")}`;
  const foreign = [
    await send("/de/preferences", { "sec-fetch-site": "cross-site" }),
    await send("/de/preferences", {}),
    await send(byScript, { origin: "https://evil.example" }),
    await send("/de/preferences", { origin: "https://evil.example", "x-forwarded-host": "evil.example" }),
  ];
  for (const { status, headers } of foreign)
    expect([status, headers.getSetCookie().join()]).toEqual([403, expect.not.stringMatching(/lite=|csrf=/)]);
  expect(await foreign[0]?.text()).toContain('lang="de"');
  const own = await send("/de/preferences", { origin: site });
  expect([own.status, own.headers.getSetCookie().join()]).toEqual([303, expect.stringContaining("lite=1")]);
}

async function expectNoPlantedFacts(site: string): Promise<void> {
  const planted = { "x-edge-problem": "451", "x-edge-build": "planted", "x-request-id": "planted" };
  const answer = await fetch(`${site}/pricing`, { headers: { ...planted, "x-visitor-ip": "203.0.113.9" } });
  expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringMatching(/planted|203\.0\.113\.9/)]);
}

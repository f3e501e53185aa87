import { HttpResponse, http } from "msw";
import { expect, onTestFinished } from "vitest";
import { metricsText } from "~/metrics/metrics.server";
import { orderToken } from "~/orders/order-token.server";
import { receiptKey } from "~/owners/who-asks.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { paidHereCookie } from "~/visitor/sealed-cookies.server";
import { sessionCookie } from "~/visitor/session.server";
import { storeTokenCookie } from "~/visitor/store-token.server";
import { startMetrics } from "../../host/metrics/metrics-server";
import { siteMetrics } from "../../host/metrics/site-metrics";
import { changeEnv } from "../env/changed-env";
import { readLog } from "../env/watched-log";
import { postForm } from "../host/form-post";
import { API } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { runTracedHost } from "../tracing/traced-host";
import { cookieLine, makeRequest } from "../visitor/requests";
import { renderApp } from "./site";

const EMAIL = "s3cr3t.buyer@example.com";
const TOKEN = "s3cr3t-t0ken";
const SIGN = "5168ab".repeat(10);
const STORE_TOKEN = "s3cr3t-st0re-token";

/** What must never be written, by what it is. */
async function makeSecrets() {
  const owner = { user_id: 42, signed_time: "1795000000", sign: SIGN };
  const session = await sessionCookie({ ...owner, app_type: 101, token: TOKEN });
  const paid = { orderId: "ord_1", provider: "so", appType: 502, plan: "year", email: EMAIL, owner } as const;
  const paidHere = await paidHereCookie(makeRequest("/"), paid);
  const key = await receiptKey(owner);
  if (key === undefined) throw new Error("there is no receipt key");
  return {
    email: EMAIL,
    encodedEmail: encodeURIComponent(EMAIL),
    bearer: "s3cr3t-bearer",
    linkToken: TOKEN,
    sign: SIGN,
    order: await orderToken(makeOrder({ email: EMAIL })),
    receiptKey: key,
    resumeCode: "s3cr3t-resume",
    invoice: "s3cr3t-invoice",
    storeToken: STORE_TOKEN,
    bundleId: "com.s3cr3t.bundle",
    sealedStoreToken: cookieLine([await storeTokenCookie({ store: "google", token: STORE_TOKEN })]).split("=")[1] ?? "",
    session: session.split(";")[0]?.split("=")[1] ?? "",
    paidHere: paidHere.split(";")[0]?.split("=")[1] ?? "",
    appCode: "s3cr3t-code-of-an-app-0123456789",
    csrf: "s3cr3t-csrf",
    header: "s3cr3t-header",
  };
}
type Secrets = Awaited<ReturnType<typeof makeSecrets>>;

const addressesWith = (secrets: Secrets) => {
  const { encodedEmail, linkToken, sign, order, receiptKey: key, resumeCode, invoice, appCode } = secrets;
  const ofStore = `externalPurchaseToken=${secrets.storeToken}&bundleId=${secrets.bundleId}`;
  const sealed = secrets.sealedStoreToken.replaceAll(".", "~");
  const link = `uid=42&sid=101&sign_timestamp=1795000000&token=${linkToken}&sign=${sign}`;
  return [
    `/?${link}`,
    `/redirect?to=payment&${link}`,
    `/payment/year?coupon=X&email=${encodedEmail}&${encodedEmail}=1`,
    `/payment/year?${ofStore}`,
    `/nowhere?${ofStore.replace("Purchase", "Transaction")}`,
    `/r/year.gb.en.s-${sealed}?${ofStore}`,
    `/robots.txt?${ofStore}`,
    `/payment/year?o=${order}`,
    `/payment/${encodedEmail}`,
    `/de/${EMAIL}/${sign}`,
    `/paystatus?o=${order}`,
    `/paystatus/state?o=${order}`,
    `/paysuc?o=${order}`,
    `/redirect?o=${order}`,
    `/return/so?o=${order}&token=${linkToken}&PayerID=${linkToken}`,
    `/return/rz?o=${order}&razorpay_signature=${sign}`,
    `/r/${resumeCode}`,
    `/receipts?k=${key}`,
    `/open/101?code=${appCode}`,
    `/receipts/${invoice}?k=${key}`,
    `/receipts?done=${order}`,
    `/cancel?k=${key}&done=${order}`,
    `/withdraw?k=${key}&s=${encodedEmail}`,
    `/renewal?k=${key}`,
    `/account?email=${encodedEmail}`,
    `/%zz?token=${linkToken}`,
    `/assets/${encodedEmail}.js`,
  ];
};

const FORMS: [path: string, fields: Record<string, string>][] = [
  ["/payment/year", { intent: "pay", plan: "year", provider: "so" }],
  ["/account", { intent: "sign-up" }],
  ["/cancel", { intent: "link" }],
  ["/receipts", { intent: "link" }],
  ["/withdraw", { intent: "withdraw", subscription_id: "s3cr3t", order_id: EMAIL }],
  ["/preferences", { country: "GB" }],
  ["/nowhere", {}],
];

/** The payments API says everything it was sent, and all it knows, back. */
const echoing = (secrets: Secrets, status: number, body: (echo: string) => unknown) =>
  http.all(`${API}/*`, async ({ request }) => {
    const echo = `${Object.values(secrets).join(" ")} ${request.url} ${await request.text()}`;
    return HttpResponse.json(Object(body(echo)), { status });
  });

type Begin = (secrets: Secrets) => void;

/** What the payments API does, in words, and how it begins to. */
export const API_ANSWERS: readonly [words: string, begin: Begin][] = [
  ["answers well", () => {}],
  [
    "refuses, and says all of it back",
    (secrets) => {
      const refusal = (echo: string) => ({
        code: 40_000,
        error: { code: echo.slice(0, 60), message: echo },
        email: echo,
      });
      upstream.use(echoing(secrets, 400, refusal));
    },
  ],
  ["refuses the token", (secrets) => upstream.use(echoing(secrets, 401, (echo) => ({ code: 401, message: echo })))],
  ["fails, and says all of it back", (secrets) => upstream.use(echoing(secrets, 500, (message) => ({ message })))],
  [
    "answers nonsense with all of it",
    (secrets) =>
      upstream.use(
        echoing(secrets, 200, (echo) => ({
          [echo]: echo,
          email: echo,
          status: { [echo]: echo },
          plans: [
            { id: echo, [echo]: 1 },
            { id: "year", price_amount: 1, currency: "USD", interval: "year" },
          ],
          products: [echo],
          invoices: [{ invoice_id: echo }],
          user_id: echo,
        })),
      ),
  ],
  ["breaks off", () => upstream.use(http.all(`${API}/*`, () => HttpResponse.error()))],
  ["is not configured, which crashes pages", () => changeEnv({ apiBaseUrl: undefined })],
];

/** Opens every kind of page and sends every form with secrets in them, and reads the log, the metrics and the traces. */
export async function expectNoSecretWritten(begin: Begin): Promise<void> {
  const appLog = readLog();
  const { host, collector, finish } = await runTracedHost({ render: renderApp });
  host.site.appMetrics = metricsText;
  const metrics = await startMetrics(() => siteMetrics(host.site), { host: "127.0.0.1", port: 0 });
  onTestFinished(metrics.close);
  const secrets = await makeSecrets();
  begin(secrets);
  const origin = host.site.env.publicOrigin;
  const headers = {
    cookie: `paypal_token=${secrets.bearer}; session=${secrets.session}; receipts=${secrets.paidHere}; csrf=${secrets.csrf}; userId=${EMAIL}; storeToken=${secrets.sealedStoreToken}`,
    authorization: `Bearer ${secrets.header}`,
    referer: `https://example.com/?token=${TOKEN}&externalPurchaseToken=${STORE_TOKEN}`,
    "x-forwarded-for": EMAIL,
    "user-agent": secrets.header,
  };
  for (const path of addressesWith(secrets)) {
    await (await fetch(host.origin + path, { headers, redirect: "manual" })).text();
  }
  for (const [path, fields] of FORMS) {
    const body = new URLSearchParams({ ...fields, email: EMAIL, csrf: secrets.csrf, o: secrets.order, token: TOKEN });
    await (await postForm(host, `${path}?sign=${SIGN}`, body.toString(), { ...headers, origin })).text();
    await (await postForm(host, path, body.toString(), { ...headers, origin: "null" })).text();
  }
  const told = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  expect(host.logged.length).toBeGreaterThan(addressesWith(secrets).length);
  expect(told).toContain(endpoints.plans.path);
  expect((await finish()).length).toBeGreaterThan(addressesWith(secrets).length);
  const written = [...host.logged, ...appLog, ...told.split("\n"), collector.text];
  const leaks = Object.entries(secrets).flatMap(([name, secret]) =>
    written.filter((line) => line.includes(secret)).map((line) => `${name}: ${line}`),
  );
  expect(leaks).toEqual([]);
}

import { beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { orderToken } from "~/orders/order-token.server";
import { forgetGeo } from "~/upstream/catalogue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeGeo } from "../mocks/builders";
import { answering, responding } from "../mocks/handlers";
import { moment } from "../mocks/moment";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { makeOrder } from "../orders/orders";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";

const GERMANY = makeGeo({ country: "Germany", country_code: "DE" });
beforeEach(() => {
  forgetGeo();
  upstream.use(answering(endpoints.geoInfo, GERMANY));
});

const questionOn = ({ document }: Shown) => document.querySelector(".consent");
const PREFERENCES = "form#preferences";
const CHECKOUT = "form#checkout";

/** Presses a button of the question or of the footer as a browser without scripts does. @param form the button's */
async function press(
  shown: Shown,
  name: string,
  headers: Record<string, string> = {},
  form = PREFERENCES,
): Promise<Response> {
  const button = shown.see.getByRole<HTMLButtonElement>("button", { name });
  expect(button.form?.matches(form)).toBe(true);
  const fields = fieldsOf(shown, {}, form);
  fields.delete("lite");
  fields.set(button.name, button.value);
  return post(button.getAttribute("formaction") ?? button.form?.getAttribute("action") ?? "", fields, headers);
}

const cookiesSetBy = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
const namesSetBy = (answer: Response) => cookiesSetBy(answer).map((cookie = "") => cookie.split("=")[0]);

it("where visitors have to agree they are asked, with a policy to read and two answers of equal weight", async () => {
  const shown = await page("/payment/year");
  expect(questionOn(shown)?.textContent).toContain("May we count your visit");
  expect(questionOn(shown)?.querySelector("a")?.href).toBe("https://www.example.com/privacy");
  const answers = [...(questionOn(shown)?.querySelectorAll("button") ?? [])];
  expect(answers.map(({ textContent, className }) => [textContent, className])).toEqual([
    ["Allow", "button-quiet"],
    ["Decline", "button-quiet"],
  ]);
});

it.each(["/", "/de/pricing", "/receipts", "/no/such/page", "/paystatus"])("they are asked on %s, too", async (path) => {
  expect(questionOn(await page(path))).not.toBeNull();
});

it("until they agree nothing of an arrival is kept but the channel", async () => {
  const { answer } = await page("/?utm_source=mail&cjevent=a1&channel=app");
  expect(namesSetBy(answer)).toEqual(["channel"]);
});

it("after Allow the campaign and the click of the address are kept, on the page where the visitor was", async () => {
  const arriving = "/de/payment/year?UTM_Source=mail&utm_term=two%20words&cjevent=a1&channel=app&x=1";
  const answer = await press(await page(arriving), "Erlauben", { referer: env().publicOrigin + arriving }, CHECKOUT);
  expect(answer.status).toBe(307);
  expect(cookiesSetBy(answer)).toEqual(["consent=1"]);
  const target = answer.headers.get("location") ?? "";
  expect(target).toBe("/de/payment/year?utm_source=mail&utm_term=two+words&cjevent=a1&channel=app");
  const after = await page(target, { cookie: "consent=1" });
  expect(questionOn(after)).toBeNull();
  expect(cookiesSetBy(after.answer)).toEqual(
    expect.arrayContaining([
      "cje=a1",
      "cje-client=a1",
      `campaign=${encodeURIComponent('{"utm_source":"mail","utm_term":"two words"}')}`,
      "channel=cj",
    ]),
  );
});

it.each(["Allow", "Decline"])("at the checkout %s empties no field, and the order goes on", async (name) => {
  const path = `/payment/year?o=${await orderToken(makeOrder({ orderId: undefined }))}`;
  const asked = await page(path);
  const typed = { email: "anna@", provider: "ps", country: "GB" };
  const button = asked.see.getByRole<HTMLButtonElement>("button", { name });
  const fields = fieldsOf(asked, { ...typed, coupon: "WELCOME", [button.name]: "" });
  const answer = await post(button.getAttribute("formaction") ?? "", fields);
  expect([answer.status, answer.headers.get("location")]).toEqual([307, path]);
  const after = await shown(post(path, fields, { cookie: cookiesSetBy(answer).join("; ") }));
  expect([after.answer.status, questionOn(after)]).toEqual([200, null]);
  expect(Object.fromEntries(fieldsOf(after))).toMatchObject(typed);
  expect(after.html).toContain("WELCOME");
});

it("after Allow at the checkout the click and the campaign of its address are kept, too", async () => {
  const path = "/payment/year?utm_source=mail&cfclick=b2";
  const answer = await press(await page(path), "Allow", { referer: env().publicOrigin + path }, CHECKOUT);
  const target = answer.headers.get("location") ?? "";
  const fields = fieldsOf(await page(path), { intent: "change-consent" });
  expect(namesSetBy(await post(target, fields, { cookie: "consent=1" }))).toEqual(
    expect.arrayContaining(["cf-click", "campaign"]),
  );
});

it("after Decline the visitor is not asked again, and nothing says any more where they came from", async () => {
  const answer = await press(await page("/payment/year?utm_source=mail&cfclick=b2"), "Decline", {}, CHECKOUT);
  expect([answer.status, answer.headers.get("location")]).toEqual([307, "/payment/year"]);
  expect(cookiesSetBy(answer)).toEqual(["consent=0"]);
  const after = await page("/?utm_source=mail&cfclick=b2", { cookie: "consent=0" });
  expect(questionOn(after)).toBeNull();
  expect(namesSetBy(after.answer)).toEqual([]);
});

const KEPT =
  "cje=a1; cje-client=a1; campaign=%7B%7D; channel=cj; userId=6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa; LANGUAGE=en";
const OF_TRACKING = ["cje", "cje-client", "campaign", "userId", "channel"];

it("whoever takes consent back loses all that was kept with it at once", async () => {
  const agreed = { cookie: `consent=1; ${KEPT}` };
  const answer = await press(await page("/", agreed), "Stop tracking", agreed);
  expect(cookiesSetBy(answer)).toEqual(["consent=0", ...OF_TRACKING.map((name) => `${name}=`)]);
});

it.each([
  ["refused before", { cookie: `consent=0; ${KEPT}` }],
  ["says so in their browser", { cookie: `consent=1; ${KEPT}`, "sec-gpc": "1" }],
])("of a visitor who has %s what was kept goes with the next page", async (_, headers) => {
  const { answer } = await page("/payment/year", headers);
  expect(cookiesSetBy(answer)).toEqual(expect.arrayContaining(OF_TRACKING.map((name) => `${name}=`)));
});

it("the footer lets everybody change their mind, except where the browser decides", async () => {
  const choicesAt = async (headers: Record<string, string>) => {
    const { see } = await page("/", headers);
    return see.queryAllByRole("button", { name: /tracking/ }).map(({ textContent }) => textContent);
  };
  expect(await choicesAt({})).toEqual(["Allow tracking"]);
  expect(await choicesAt({ cookie: "consent=0" })).toEqual(["Allow tracking"]);
  expect(await choicesAt({ cookie: "consent=1" })).toEqual(["Stop tracking"]);
  expect(await choicesAt({ cookie: "consent=1", "sec-gpc": "1" })).toEqual([]);
});

it("a browser's privacy signal is an answer: its visitor is not asked", async () => {
  expect(questionOn(await page("/", { "sec-gpc": "1" }))).toBeNull();
});

it("where nobody has to agree nobody is asked, and the country is told once", async () => {
  let calls = 0;
  upstream.use(
    answering(endpoints.geoInfo, () => {
      calls += 1;
      return makeGeo();
    }),
  );
  const shown = await page("/payment/year?cfclick=b2");
  expect(questionOn(shown)).toBeNull();
  expect(namesSetBy(shown.answer)).toEqual(["cf-click", "csrf", "userId"]);
  expect(calls).toBe(1);
});

describe("behind a VPN, whose country asks nobody,", () => {
  const CLICKED = "cjevent=a1&utm_source=mail";
  const OF_CONSENT = ["cje", "cje-client", "campaign", "userId"];
  const visit = async (query: string, headers: Record<string, string>) => {
    upstream.use(answering(endpoints.geoInfo, makeGeo()));
    const shown = await page(`/payment/year?${CLICKED}${query}`, headers);
    return {
      isAsked: questionOn(shown) !== null,
      kept: namesSetBy(shown.answer).filter((name = "") => OF_CONSENT.includes(name)),
    };
  };

  it.each([
    ["the chosen price country", "", { cookie: "country=DE" }],
    ["the price country in the address", "&country=DE", {}],
    ["the browser's first language", "", { "accept-language": "de,en;q=0.5" }],
    ["a region among its languages", "", { "accept-language": "en-US,en-DE;q=0.5" }],
    ["the browser's time zone", "", { cookie: "asks=1" }],
  ])("%s asks, and nothing is kept", async (_sign, query, headers: Record<string, string>) => {
    // Who prefers another language reads the page in English by their choice.
    const cookie = ["LANGUAGE=en", headers.cookie].join("; ");
    expect(await visit(query, { "accept-language": "en-US", ...headers, cookie })).toEqual({ isAsked: true, kept: [] });
  });

  it("the time zone of a place that asks, which scripts see, takes back what was kept before they ran", async () => {
    upstream.use(answering(endpoints.geoInfo, makeGeo()));
    const { html } = await page("/payment/year", { cookie: "LANGUAGE=en" });
    expect(html).toContain('"askingPlaces":["EU","BR"]');
    const answer = await post("/events?asks=1", {}, { cookie: KEPT });
    expect(answer.status).toBe(204);
    expect(cookiesSetBy(answer)).toEqual(["asks=1", ...OF_TRACKING.map((name) => `${name}=`)]);
    expect(cookiesSetBy(await post("/events?asks=1", {}, { cookie: `consent=1; ${KEPT}` }))).toEqual([]);
  });

  it.each([
    ["no sign", { "accept-language": "en-US,en;q=0.9,de;q=0.5" }],
    ["a language that is none", { "accept-language": "*, x-klingon, en-US" }],
    ["a country that asks nobody", { "accept-language": "en-US", cookie: "country=CA" }],
  ])("%s asks not", async (_sign, headers: Record<string, string>) => {
    expect(await visit("", headers)).toEqual({ isAsked: false, kept: OF_CONSENT });
  });
});

it("an unknown country asks, and a page waits no longer than the country may take", async () => {
  await page("/account");
  stopClock(["setTimeout", "clearTimeout"]);
  const asked = moment();
  upstream.use(
    responding(endpoints.geoInfo, () => {
      asked.happen();
      return new Promise(() => {});
    }),
  );
  forgetGeo();
  const showing = page("/account");
  await asked.happened;
  vi.advanceTimersByTime(1_000);
  expect(questionOn(await showing)).not.toBeNull();
});

it("the hand-off page does not ask, and the words are on no page that does not", async () => {
  expect(questionOn(await page("/redirect?o=x"))).toBeNull();
  expect((await page("/", { cookie: "consent=1" })).html).not.toContain("May we count your visit");
});

it("a click counts for the calls of a page only where it may", async () => {
  const from: (string | null)[] = [];
  upstream.use(
    responding(endpoints.commonParams, ({ headers }) => {
      from.push(headers.get("x-from"));
      return Response.json({});
    }),
  );
  await get("/payment/year?cjevent=a1");
  await get("/payment/year?cjevent=a1", { cookie: "consent=1" });
  expect(from).toEqual([null, "CJ"]);
});

it("the question leads to no other place than its page, whatever the form says", async () => {
  const fields = {
    consent: "1",
    page: "payment",
    plan: "year",
    utm_source: "a\u0000b",
    cjevent: "<b>",
    channel: "//x",
  };
  expect((await post("/preferences", fields)).headers.get("location")).toBe("/payment/year");
});

import { parseSetCookie } from "cookie";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { arrive } from "~/visitor/arrival/arrival.server";
import { visitorOf } from "~/visitor/visitor.server";
import { makeGeo } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeRequest } from "../requests";

const NOBODY_IS_ASKED = "192.0.2.61";
const EVERYBODY_IS_ASKED = "198.51.100.61";

beforeEach(() => {
  upstream.use(
    answering(endpoints.geoInfo, ({ headers }) =>
      headers.get("x-forwarded-for") === EVERYBODY_IS_ASKED
        ? makeGeo({ country: "Germany", country_code: "DE" })
        : makeGeo(),
    ),
  );
});

/** What a value of a parameter counts as; null: nothing. */
const VALUES: [value: string, click: boolean, channel: boolean, campaign: string | null][] = [
  ["a1", true, true, "a1"],
  ["B-2_c", true, true, "B-2_c"],
  ["cj", true, true, "cj"],
  ["v.3", false, true, "v.3"],
  ["two words", false, false, "two words"],
  ["\u754c", false, false, "\u754c"],
  ["x".repeat(129), false, false, "x".repeat(100)],
  ["a\r\nSet-Cookie: b=c", false, false, null],
  ["", false, false, null],
];
const meaningOf = (value: string) => VALUES.find(([known]) => known === value) ?? ["", false, false, null];

const NAMES = ["cjevent", "cfclick", "admitad_uid", "channel", "utm_source", "utm_medium", "utm_term", "utm_id", "x"];

interface Visit {
  path: string;
  language: "en" | "de";
  params: [name: string, value: string][];
  place: typeof NOBODY_IS_ASKED | typeof EVERYBODY_IS_ASKED;
  hasSignal: boolean;
  /** What the visitor has chosen before this visit; undefined: nothing new. */
  choice: "0" | "1" | "forgotten" | undefined;
}

/** What the cookies should be: written down as the rules are, not as the site works them out. */
interface Model {
  consent: string | undefined;
  clicks: Record<string, string>;
  campaign: Record<string, string> | undefined;
  channel: string | undefined;
  userId: string | undefined;
}

const first = (params: Visit["params"], name: string) => params.find(([n]) => n.toLowerCase() === name)?.[1] ?? "";

/** What an address changes where the visitor may be tracked. */
function cameBy(params: Visit["params"]): Partial<Model> {
  const [cj, cf, admitad] = ["cjevent", "cfclick", "admitad_uid"].map((name) => first(params, name));
  const clicks = [
    ["cje", cj],
    ["cje-client", cj],
    ["cf-click", cf],
    ["_aid", admitad],
  ].filter(([, value]) => meaningOf(value ?? "")[1]);
  const isNew = clicks.length > 0 || first(params, "utm_source") !== "";
  const campaign = ["utm_source", "utm_medium", "utm_term"]
    .map((name) => [name, meaningOf(first(params, name))[3]])
    .filter(([, value]) => value !== null);
  return {
    ...(isNew ? { clicks: Object.fromEntries(clicks) } : {}),
    ...(campaign.length > 0 ? { campaign: Object.fromEntries(campaign) } : {}),
  };
}

function afterVisit(
  before: Model,
  { language, params, place, hasSignal, choice }: Visit,
): Model & { isAllowed: boolean } {
  const consent = choice === "forgotten" ? undefined : (choice ?? before.consent);
  const isRefused = hasSignal || consent === "0";
  const isAllowed = !isRefused && (consent === "1" || (place === NOBODY_IS_ASKED && language !== "de"));
  const model = { ...before, consent };
  if (isRefused) Object.assign(model, { clicks: {}, campaign: undefined, userId: undefined });
  if (isAllowed) Object.assign(model, cameBy(params));
  const named = first(params, "channel");
  const isOfCj = isAllowed && "cje" in model.clicks;
  if (isOfCj) model.channel = "cj";
  else if (meaningOf(named)[2]) model.channel = named;
  else if (before.channel === "cj" && "cje" in before.clicks) model.channel = undefined;
  return { ...model, isAllowed };
}

/** A browser's cookies. */
class Jar {
  readonly kept = new Map<string, string>();

  keep(headers: Headers): void {
    for (const { name, value = "", maxAge } of headers.getSetCookie().map((header) => parseSetCookie(header))) {
      if (maxAge === 0) this.kept.delete(name);
      else this.kept.set(name, value);
    }
  }

  get header(): string {
    return [...this.kept].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  }

  /** In the words of the model. */
  get model(): Model {
    const { kept } = this;
    const clicks = ["cje", "cje-client", "cf-click", "_aid"].flatMap((name) => {
      const value = kept.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const campaign = kept.get("campaign");
    return {
      consent: kept.get("consent"),
      clicks: Object.fromEntries(clicks),
      campaign: campaign === undefined ? undefined : JSON.parse(campaign),
      channel: kept.get("channel"),
      userId: kept.get("userId"),
    };
  }
}

const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";

/** Opens an address as a browser does. */
async function open(jar: Jar, visit: Visit) {
  const { path, language, params, place, hasSignal, choice } = visit;
  if (choice === "forgotten") jar.kept.delete("consent");
  else if (choice !== undefined) jar.kept.set("consent", choice);
  const request = (address: string) =>
    makeRequest(address, {
      cookie: jar.header,
      "accept-language": language,
      "x-visitor-ip": place,
      ...(hasSignal ? { "sec-gpc": "1" } : {}),
    });
  let asked = request(`${path}?${new URLSearchParams(params)}`);
  let settled = await arrive(asked);
  const { redirectTo, status, headers } = settled;
  jar.keep(headers);
  const afterFirst = jar.model;
  if (redirectTo !== undefined) {
    const isStored = status === 308 || headers.get("cache-control") !== "no-store";
    expect([isStored, headers.getSetCookie().length > 0]).not.toEqual([true, true]);
    asked = request(redirectTo);
    settled = await arrive(asked);
    jar.keep(settled.headers);
    expect(settled.redirectTo).toBeUndefined();
    expect(jar.model).toEqual(afterFirst);
  }
  return visitorOf(request(redirectTo ?? `${path}?${new URLSearchParams(params)}`));
}

const anyCase = (name: string) => fc.constantFrom(name, name.toUpperCase(), name[0]?.toUpperCase() + name.slice(1));
const anyVisit: fc.Arbitrary<Visit> = fc.record({
  path: fc.constantFrom("/", "/payment", "//payment/", "/in/payment", "/de", "/en/pricing", "/home", "/DE//home"),
  language: fc.constantFrom("en", "de"),
  params: fc.array(
    fc.tuple(fc.constantFrom(...NAMES).chain(anyCase), fc.constantFrom(...VALUES.map(([value]) => value))),
    { maxLength: 6 },
  ),
  place: fc.constantFrom(NOBODY_IS_ASKED, EVERYBODY_IS_ASKED),
  hasSignal: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  choice: fc.constantFrom(undefined, undefined, undefined, "0", "1", "forgotten"),
});

it("whatever visits a browser makes, its cookies are what the rules say, and nothing else counts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyVisit, { minLength: 1, maxLength: 6 }), async (visits) => {
      const jar = new Jar();
      jar.kept.set("userId", FRONT_ID);
      for (const visit of visits) {
        const { isAllowed, ...expected } = afterVisit(jar.model, visit);
        const visitor = await open(jar, visit);
        expect(jar.model).toEqual(expected);
        const { clicks, channel } = expected;
        const counted = isAllowed ? clicks : {};
        const cps = [
          ["cj", counted.cje],
          ["cf", counted["cf-click"]],
          ["admitad", counted._aid],
        ].find(([, click]) => click !== undefined);
        expect([visitor.cps?.type, visitor.cps?.cookie]).toEqual(cps ?? [undefined, undefined]);
        expect([visitor.isCj, visitor.channel]).toEqual(["cje" in counted, channel]);
      }
    }),
    { numRuns: 2_000 },
  );
});

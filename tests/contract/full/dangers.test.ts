import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "../../../tools/contract/checks/all";
import { asJson, asJUnit } from "../../../tools/contract/formats";
import { findingsOf, hasFailed, type Report, reportOn } from "../../../tools/contract/report";
import { Unseen } from "../../../tools/contract/unseen";
import { written } from "../../../tools/contract/written";
import { upstream } from "../../mocks/server";
import { SITE } from "../../sandbox/running-sandbox";
import { DANGERS, type Danger, smallApi } from "../small-api";

beforeAll(() => upstream.close());

const reportOf = async (danger?: Danger, accepted: string[] = []): Promise<Report> =>
  reportOn({ base: await smallApi(danger), site: SITE }, accepted);

const dangersIn = (report: Report): string[] => findingsOf(report, "dangerous", "not so").map(({ name }) => name);

it("an API of the specification in which nothing is dangerous passes", async () => {
  const report = await reportOf();
  expect(dangersIn(report)).toEqual([]);
  expect(findingsOf(report, "essential").map(({ state }) => state)).toEqual(["so", "so", "so"]);
  expect(hasFailed(report)).toBe(false);
  expect(written(report)).toMatch(/^passed: 0 dangerous/m);
});

describe("a danger is seen:", () => {
  const isDanger = (name: string): name is Danger => name in DANGERS;

  it.each(Object.keys(DANGERS).filter(isDanger))("%s", async (danger) => {
    const check = checks.find(({ name }) => name === DANGERS[danger]);
    expect(check?.weight).toBe("dangerous");
    const target = { base: await smallApi(danger), site: SITE };
    await expect(check?.run(target)).rejects.toSatisfy((error) => !(error instanceof Unseen));
  });
});

it("a danger fails the run, and comes first", async () => {
  const report = await reportOf("invoices for a forged sign");
  expect(dangersIn(report)).toContain("a forged sign lists no invoices");
  expect(hasFailed(report)).toBe(true);
  expect(written(report)).toMatch(/^DANGEROUS \(\d+\)\n {2}1\. [A-Z]/);
  expect(written(report)).toMatch(/^FAILED: /m);
});

it("a danger is told in words, with the call to repeat, and without a dump", async () => {
  const text = written(await reportOf("invoices for a forged sign"));
  expect(text).toContain("1. Whoever makes up a signature reads anybody's invoices. be/list has to check `sign`");
  expect(text).toMatch(/Repeat: curl -X POST 'http:\S+\/be\/list' -H 'X-App-Type: 502'.* --data '\{"user_id":1,/);
  expect(text).not.toMatch(/AssertionError|strictly|^\s+at |\+ actual/m);
});

it("what could not be tried is neither there nor missing", async () => {
  const { findings } = await reportOf();
  const stateOf = (part: string) =>
    new Set(findings.filter(({ name }) => name.includes(part)).map(({ state }) => state));
  expect(stateOf("trial that")).toEqual(new Set(["not tried"]));
  expect(stateOf("where keys")).toEqual(new Set(["not tried"]));
  expect(stateOf("subscriptions: ")).toEqual(new Set(["not tried"]));
});

it("a danger that the API's people know to be none is accepted by its name, and told", async () => {
  const name = DANGERS["mails invoices for a forged sign"];
  const report = await reportOf("mails invoices for a forged sign", [
    name,
    "a sign that is empty sends no invoice",
    "no sign sends no invoice",
  ]);
  expect(hasFailed(report)).toBe(false);
  expect(written(report)).toContain(`Accepted by --accept: "${name}"`);
});

it("the hosts at which orders are paid are told as a line of the site's environment", async () => {
  const report = await reportOf();
  expect(written(report)).toContain(`\nREDIRECT_HOSTS=${new URL(report.base).host}\n`);
});

it("a program and a CI read the same", async () => {
  const report = await reportOf("any return host");
  const { failed, findings } = JSON.parse(asJson(report));
  expect(failed).toBe(true);
  expect(findings[0]).toMatchObject({ weight: "dangerous" });
  const xml = new JSDOM(asJUnit(report), { contentType: "application/xml" }).window.document;
  const failures = [...xml.querySelectorAll("testcase:has(failure)")].map((one) => one.getAttribute("name"));
  expect(failures).toEqual(dangersIn(report));
});

it("an API that does not answer fails: nothing can be sold, and nothing is said of the rest", async () => {
  const report = await reportOn({ base: "http://127.0.0.1:9", site: SITE });
  expect(hasFailed(report)).toBe(true);
  expect(new Set(report.findings.map(({ state }) => state))).toEqual(new Set(["not tried"]));
  expect(written(report)).toMatch(/^NOTHING CAN BE SOLD/);
});

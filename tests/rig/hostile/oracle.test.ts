import { expect, it } from "vitest";
import type { HostileAnswer } from "../../../tools/rig/hostile/exchange";
import { wrongWith } from "../../../tools/rig/hostile/oracle";
import { newScore } from "../../../tools/rig/score";

const SITE = "http://shop.test";
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

const pageOf = (inside: string, more: Partial<HostileAnswer> = {}): HostileAnswer => ({
  status: 404,
  body: `<html lang="de"><h1>Wir finden diese Seite nicht</h1>${inside}</html>`,
  ...more,
  headers: { ...HEADERS, ...more.headers },
});

function found(answer: HostileAnswer) {
  const score = newScore("hostile");
  const asked = { path: "/de/nowhere?x=1", evidence: ["<b>x1"], secrets: ["someone@victims.example"] };
  const wrong = wrongWith(answer, { ...asked, site: SITE, sandbox: "http://pay.test" }, score);
  return { wrong, own5xx: score.own5xx, untranslated: score.untranslated };
}
const nothing = { wrong: [], own5xx: {}, untranslated: {} };

it("a page that refuses in its language is in order, and may repeat the input as text", () => {
  const links = '<a href="/de">x</a><a href="https://apps.example/store">x</a><form action="http://pay.test/x">';
  expect(found(pageOf(`&lt;b&gt;x1 ${links}`))).toEqual(nothing);
});

it.each([
  ["markup of the input", pageOf("<p><b>x1</p>"), /repeats <b>x1/],
  ["a link that runs a script", pageOf('<a href="java&#115;cript:f()">x</a>'), /leads to javascript:/],
  ["a refresh to elsewhere", pageOf('<meta content="0;url=//evil.example/">'), /leads to http:\/\/evil.example/],
  ["a redirect to elsewhere", pageOf("", { headers: { location: "//evil.example" } }), /redirects to/],
  ["a header out of the input", pageOf("", { headers: { "x-evil": "1" } }), /x-evil/],
  ["a cookie out of the input", pageOf("", { headers: { "set-cookie": ["evil=1"] } }), /sets evil/],
  ["no policy", pageOf("", { headers: { "content-security-policy": "" } }), /lacks content-security-policy/],
  ["what only a token lets see", pageOf("someone@victims.example"), /tells someone/],
  ["its insides", pageOf("at render (/srv/app.js:1:2)"), /insides/],
])("it is noticed when a page has %s", (_what, answer, complaint) => {
  expect(found(answer).wrong.join()).toMatch(complaint);
});

it("a failure is the site's own unless the page says in its language that the payments API fails", () => {
  const told = pageOf("", { status: 503 });
  expect(found(told)).toEqual(nothing);
  expect(found({ ...told, status: 500 }).own5xx).toEqual({ "/nowhere": 1 });
  expect(found({ ...told, body: told.body.replace('"de"', '"fr"') })).toMatchObject({
    own5xx: { "/nowhere": 1 },
    untranslated: { "/nowhere": 1 },
  });
  expect(found({ status: 500, headers: { "content-type": "text/plain" }, body: "" }).own5xx).toEqual({ "/nowhere": 1 });
});

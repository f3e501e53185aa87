import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { messagesOf, translate, withFallback } from "~/i18n/messages.server";
import { translatorFor } from "~/i18n/translator";

it("a message its language lacks reads in English, at any depth", () => {
  const english = { title: "Checkout", errors: { heading: "Please check", unknown: "Unknown" } };
  const own = { errors: { heading: "Bitte prüfen" } };
  expect(withFallback(english, own)).toEqual({
    title: "Checkout",
    errors: { heading: "Bitte prüfen", unknown: "Unknown" },
  });
});

it("every gap is told by its key, once", () => {
  const gaps: string[] = [];
  withFallback({ title: "a", errors: { heading: "b", unknown: "c" } }, { errors: { unknown: "d" } }, (key) =>
    gaps.push(key),
  );
  expect(gaps).toEqual(["title", "errors.heading"]);
});

it("an English plural form is no gap in a language without it", () => {
  const own = { day_other: "{{n}} 日" };
  expect(withFallback({ day_one: "{{n}} day", day_other: "{{n}} days" }, own)).toEqual(own);
});

it("plural forms that English lacks are kept", () => {
  const english = { day_one: "{{n}} day", day_other: "{{n}} days" };
  const own = { day_few: "{{n}} дня", day_many: "{{n}} дней" };
  expect(withFallback(english, own)).toMatchObject(own);
});

it("a page carries its own messages and the shared ones, and no others", () => {
  expect(Object.keys(messagesOf("en", "paysuc")).sort()).toEqual(["footer", "global", "nav", "pay-plan", "paysuc"]);
  expect(Object.keys(messagesOf("en", undefined)).sort()).toEqual(["footer", "global", "nav"]);
});

it("how often something renews is said on the server, so no page carries it", () => {
  expect(messagesOf("ar", "payment")).not.toHaveProperty("sale");
  expect(translate("ar")("sale:everyOne.year")).toBe("كل سنة");
});

it.each(LOCALES.map(({ code }) => code))("%s has words of its own", (code) => {
  if (code !== "en") expect(translate(code)("payment:title")).not.toBe(translate("en")("payment:title"));
});

it("visitor text in a message stays as it is: React escapes it, once", () => {
  expect(translate("en")("errors:notFound", { path: "/<b>&" })).toBe("Page not found: /<b>&");
});

it.each([
  [1, "1 day"],
  [2, "2 days"],
])("a translator picks the plural form for %d", (count, text) => {
  const { t } = translatorFor("en", "paysuc", messagesOf("en", "paysuc"));
  expect(t("pay-plan:day", { count, n: String(count) })).toBe(text);
});

it("two languages never share a translator", () => {
  const english = translatorFor("en", "home", { global: { goHome: "Home" } });
  const german = translatorFor("de", "home", { global: { goHome: "Startseite" } });
  expect([english.t("global:goHome"), german.t("global:goHome")]).toEqual(["Home", "Startseite"]);
});

it("a remembered text is that of its own values, however many there were", () => {
  const t = translatorFor("en", "other", messagesOf("en", undefined)).getFixedT(null, "footer");
  const said = (year: number) => t("rights", { year, app: "Fast VPN" });
  const years = Array.from({ length: 2_200 }, (_, at) => 1_000 + at);
  for (const year of [...years, ...years.slice(-3)]) expect(said(year)).toContain(String(year));
  expect(t("rights", { year: 2026, app: "Slow VPN" })).toContain("Slow VPN");
});

it("the same key is another text in another namespace", () => {
  const translator = translatorFor("en", "payment", messagesOf("en", "payment"));
  const texts = (["nav", "payment"] as const).map((namespace) => translator.getFixedT(null, namespace)("title"));
  expect(texts).toEqual(["title", translator.t("payment:title")]);
  expect(texts[1]).not.toBe("title");
});

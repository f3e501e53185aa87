import { expect } from "vitest";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { inLanguage } from "~/paths";
import { type Journey, journey } from "../journey";
import { everyPageFits, hydrated, NARROWEST, widthBeyondScreen } from "../narrow-phone";

/** Long words, right to left, and the widest letters: without scripts the others are the same pages. */
const DEMANDING: readonly LocaleCode[] = ["de", "ar", "my"];

for (const { code } of LOCALES) {
  const travel = DEMANDING.includes(code) ? journey : journey.withScripts;
  travel(`every page fits the narrowest phone in ${code}, and hydrates as it was sent`, everyPageFits(code));
}

/** The page of one order in every language: its token is bound to none. */
async function inEveryLanguage(
  { page, hasScripts }: Journey,
  heading: "paystatus:declined.title" | "paysuc:heading",
): Promise<void> {
  await page.setViewportSize(NARROWEST);
  const { pathname, search } = new URL(page.url());
  for (const { code } of LOCALES) {
    await page.goto(inLanguage(code, pathname) + search);
    if (hasScripts) await hydrated(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(translate(code)(heading));
    expect(await widthBeyondScreen(page), `${code} is too wide`).toBe(0);
  }
}

journey.withScripts("a declined order is told in every language, on the narrowest phone", async (trip) => {
  await trip.visitor.goPay("yearly");
  await trip.visitor.onHostedPage("decline");
  await trip.visitor.expectHeading(trip.visitor.t("paystatus:declined.title"));
  await inEveryLanguage(trip, "paystatus:declined.title");
});

journey.withoutScripts("a paid order is told in every language, on the narrowest phone", async (trip) => {
  await trip.visitor.goPay("yearly");
  await trip.visitor.onHostedPage("approve");
  await trip.visitor.expectHeading(trip.visitor.t("paysuc:heading"));
  await inEveryLanguage(trip, "paysuc:heading");
});

journey.withScripts(
  "a page that is not there says so in every language",
  { statuses: [404] },
  async ({ page, hasScripts }) => {
    await page.setViewportSize(NARROWEST);
    for (const { code } of LOCALES) {
      await page.goto(inLanguage(code, "/nowhere"));
      if (hasScripts) await hydrated(page);
      expect(await page.title()).toContain(translate(code)("global:errorPage.notFoundTitle"));
      expect(await widthBeyondScreen(page), `${code} is too wide`).toBe(0);
    }
  },
);

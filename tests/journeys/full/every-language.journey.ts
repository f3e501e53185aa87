import { expect } from "vitest";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { inLanguage } from "~/paths";
import { hydrated } from "../hydrated";
import { type Journey, journey } from "../journey";
import { everyPageFits, NARROWEST, widthBeyondScreen } from "../narrow-phone";
import { buyAndGoTo, changeButton, letRenewal, subscriptionOf } from "../subscription-steps";

/** Long words, right to left, and the widest letters: without scripts the others are the same pages. */
const DEMANDING: readonly LocaleCode[] = ["de", "ar", "my"];

for (const { code } of LOCALES) {
  const travel = DEMANDING.includes(code) ? journey : journey.withScripts;
  travel(`every page fits the narrowest phone in ${code}, and hydrates as it was sent`, everyPageFits(code));
}

/** The page that is open, in every language: what its address carries is bound to none. */
async function inEveryLanguage(
  { page, hasScripts }: Journey,
  heading: "paystatus:declined.title" | "paysuc:heading" | (typeof OWN_PAGES)[number]["heading"],
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

/** The pages of somebody who has one subscription; each has a heading of its own. */
const OWN_PAGES = [
  { rest: "/cancel", heading: "subscription:cancel.title" },
  { rest: "/withdraw", heading: "subscription:withdraw.title" },
  { rest: "/withdraw", step: 2, heading: "subscription:withdraw.confirmHeading" },
  { rest: "/renewal", hasFailed: true, heading: "subscription:renewal.title" },
] as const;

for (const { rest, heading, ...more } of OWN_PAGES)
  journey.withoutScripts(
    `${rest} is told in every language to whoever has a subscription (${heading}), on the narrowest phone`,
    async (trip) => {
      const { visitor, page } = trip;
      await buyAndGoTo(visitor, "cancel");
      await changeButton(visitor, "cancel.submit").waitFor();
      const params = new URLSearchParams({ k: new URL(page.url()).searchParams.get("k") ?? "" });
      if ("step" in more) params.set("s", (await subscriptionOf(visitor)).id);
      if ("hasFailed" in more) await letRenewal(visitor, "fail");
      await page.goto(`${rest}?${params}`);
      await inEveryLanguage(trip, heading);
    },
  );

journey.withScripts(
  "a page that is not there says so in every language",
  { statuses: [404] },
  async ({ page, hasScripts }) => {
    await page.setViewportSize(NARROWEST);
    for (const { code } of LOCALES) {
      await page.goto(inLanguage(code, "/nowhere"));
      if (hasScripts) await hydrated(page);
      expect(await page.title()).toContain(translate(code)("errors:notFoundTitle"));
      expect(await widthBeyondScreen(page), `${code} is too wide`).toBe(0);
    }
  },
);

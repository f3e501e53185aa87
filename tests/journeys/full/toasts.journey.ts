import { expect } from "vitest";
import { localeOf } from "~/i18n/locales";
import { eventually } from "../eventually";
import { journey } from "../journey";
import { chooseLanguage, inGerman } from "../language-steps";
import { expectPaidOnce } from "../ledger";
import { buyWithoutAccount, expectSent, sendReceipt, someMailbox } from "../receipt-steps";
import { expectNoToast, expectToast, expectToastToGo, holdToasts } from "../toast-steps";

journey("whoever changes the language is told so once, where they see it", async (trip) => {
  const { page, visitor, hasScripts } = trip;
  const german = inGerman(visitor);
  const said = ({ t, lang }: typeof visitor) => t("global:languageChanged", { language: localeOf(lang).name });
  await holdToasts(trip);
  // The form that pays comes back in the other language, and says nothing of it.
  await visitor.open("/pricing");
  await expectNoToast(trip);
  await chooseLanguage(visitor, "de");
  await expectToast(trip, said(german));
  await page.reload();
  await german.expectHeading(german.t("pricing:title"));
  await expectNoToast(trip);

  await chooseLanguage(german, "en");
  await expectToast(trip, said(visitor));
  // English is named by a redirect: only scripts can take what it says once out of the address.
  if (hasScripts) {
    await page.waitForURL((url) => !url.searchParams.has("toast"));
    await page.reload();
    await visitor.expectHeading(visitor.t("pricing:title"));
    await expectNoToast(trip);
  }
});

journey("whoever sends a receipt is told so, and with scripts can close it", async (trip) => {
  const { page, visitor, hasScripts } = trip;
  await holdToasts(trip);
  await page.goto(await buyWithoutAccount(visitor));
  const order = await expectPaidOnce(visitor);
  const to = someMailbox();
  await sendReceipt(visitor, to);
  await expectSent(visitor, to, order);
  await expectToast(trip, to);
  if (!hasScripts) return;
  await page.getByRole("button", { name: visitor.t("global:dialog.close") }).click();
  await expectToastToGo(trip);
  expect(new URL(page.url()).searchParams.has("sent")).toBe(false);
});

journey.withScripts("a toast goes by itself, and waits for whoever has the pointer on it", async (trip) => {
  const { page, visitor } = trip;
  await page.clock.install();
  await visitor.open("/pricing");
  await page.clock.pauseAt(Date.now() + 60_000);
  await chooseLanguage(visitor, "de");
  await expectToast(trip, localeOf("de").name);
  await page.locator(".toast").hover();
  // The page's scripts start when the browser is idle, which it never is while the clock stands still.
  const close = page.getByRole("button", { name: inGerman(visitor).t("global:dialog.close") });
  await eventually(async () => {
    await page.clock.runFor(100);
    expect(await close.isVisible()).toBe(true);
  });
  await page.clock.runFor(60_000);
  await expectToast(trip, localeOf("de").name);
  await page.mouse.move(1, 1);
  await page.clock.runFor(6_000);
  await expectToastToGo(trip);
});

import { expect } from "vitest";
import { formHydrated } from "./hydrated";
import { journey } from "./journey";

/** React marks the nodes it has taken over. Watched in the page, by its own clock: whoever looks from outside may look much later. */
function noteHydration(): void {
  const watch = setInterval(() => {
    const form = document.querySelector("form.pay") ?? {};
    if (!Object.keys(form).some((key) => key.startsWith("__react"))) return;
    performance.mark("hydrated");
    clearInterval(watch);
  }, 1);
}

/** The site is told of the view a second after the scripts have begun: on a slow machine before they have taken over. Nothing waits for it. */
const IN_PASSING = "/events";

/** 0: not yet. */
const hydratedAt = (): number => performance.getEntriesByName("hydrated")[0]?.startTime ?? 0;

journey.withScripts("what is entered before the scripts come stays as it is", async ({ visitor, page }) => {
  let release = () => {};
  const letThrough = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry/, async (route) => {
    await letThrough;
    await route.continue();
  });
  await page.goto("/payment/yearly", { waitUntil: "commit" });
  const email = page.getByLabel(visitor.t("payment:emailLabel"));
  await email.pressSequentially("anna@exam.com");
  await email.press("ArrowLeft");
  release();
  await formHydrated(page);
  await email.pressSequentially("X");
  expect(await email.inputValue()).toBe("anna@exam.coXm");
});

journey.withScripts("a page asks for nothing but its own files before it is ready", async ({ visitor, page, site }) => {
  await page.addInitScript(noteHydration);
  await visitor.open("/payment/yearly");
  const readyAt = await (await page.waitForFunction(hydratedAt)).jsonValue();
  // What is asked for is in the list once it has come.
  await page.waitForLoadState("networkidle");
  const asked = await page.evaluate(
    (until) =>
      performance.getEntriesByType("resource").flatMap(({ name, startTime }) => (startTime < until ? name : [])),
    readyAt,
  );
  const files = asked.map((address) => address.replace(site.addresses.site, ""));
  expect(files.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(1);
  expect(files.filter((path) => path !== IN_PASSING && !/^\/(assets|brands)\//.test(path))).toEqual([]);
});

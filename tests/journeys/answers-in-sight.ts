import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { applyCoupon } from "./coupon-steps";
import { eventually } from "./eventually";
import { formHydrated } from "./hydrated";
import type { Journey } from "./journey";
import type { Visitor } from "./visitor";

/** What a form that was sent is answered with. */
interface Answer {
  make: (visitor: Visitor, hasScripts: boolean) => Promise<void>;
  /** Has the focus. */
  focused: string;
  /** Wholly in sight, too, from top to bottom. */
  inSight: readonly string[];
  /** What there has to be of it with text twice as large, where no screen is long enough for all; what has the focus, unless said. */
  inSightOfLarge?: string;
}

const pay = async ({ page }: Visitor): Promise<void> => page.locator(".button-pay").click();

async function enter(visitor: Visitor, email: string): Promise<void> {
  await visitor.enterEmail(email);
  await pay(visitor);
}

/** Every kind of answer that the form that pays may get, on a page that is open. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "a refused coupon": {
    make: (visitor) => applyCoupon(visitor, "EXPIRED"),
    focused: "#coupon",
    inSight: ["#coupon", "#coupon-error"],
  },
  "a coupon": {
    make: (visitor) => applyCoupon(visitor, "WELCOME20"),
    focused: "#coupon",
    inSight: [".line-dueToday", "#coupon"],
  },
  "a coupon taken back": {
    make: async ({ page }) => page.locator(".coupon-applied button").click(),
    focused: "#coupon",
    inSight: [".line-dueToday", "#coupon"],
  },
  "no address": { make: (visitor) => enter(visitor, "anna@"), focused: "#email", inSight: ["#email", "#email-error"] },
  "a mistyped address": {
    make: (visitor) => enter(visitor, "anna@gmial.com"),
    focused: ".question",
    inSight: ["#email", ".question", ".question .button"],
  },
  "an address put right": {
    make: async ({ page }) => page.locator(".question .button").click(),
    focused: "#email",
    inSight: ["#email"],
  },
  "no way to pay": {
    make: async (visitor) => {
      await leaveOut(visitor.page, "provider");
      await enter(visitor, visitor.email);
    },
    focused: "#provider-error",
    inSight: ["#provider-error"],
  },
  "a price that is not known": {
    make: async (visitor) => {
      await leaveOut(visitor.page, "quote");
      await enter(visitor, visitor.email);
    },
    focused: "#quote-error",
    inSight: ["#quote-error", "#agreement", ".button-pay"],
  },
  "another country": {
    make: async ({ page }, hasScripts) => {
      await page.locator("#prices").click();
      // With scripts the choice is enough.
      await page.locator("#country").selectOption("GB");
      if (!hasScripts) await page.locator("#show-prices").click();
    },
    focused: "#prices",
    inSight: [".chosen .plan", "#prices"],
  },
  "a coupon that was only typed": {
    make: async (visitor) => {
      const { page } = visitor;
      if (!(await page.locator("#coupon").isVisible())) await page.locator(".coupon summary").click();
      await page.locator("#coupon").fill("WELCOME20");
      await enter(visitor, visitor.email);
    },
    focused: "#news",
    inSight: ["#news", "#agreement", ".button-pay"],
  },
  "several mistakes": {
    make: async (visitor) => {
      await leaveOut(visitor.page, "provider");
      await visitor.enterEmail("");
      await visitor.page.locator("form.pay").evaluate((form: HTMLFormElement) => form.submit());
    },
    focused: ".error-summary",
    inSight: [".error-summary", ".error-summary a"],
  },
  "a decline": {
    make: async (visitor) => {
      await visitor.goPay("yearly");
      await visitor.onHostedPage("decline");
      await visitor.payAgain();
    },
    focused: "#provider",
    inSight: ["#resumed", "#provider legend"],
    inSightOfLarge: "#provider legend",
  },
};

/** What no visitor does, but pages that are old or cut short. */
const leaveOut = (page: Page, name: string): Promise<void> =>
  page.evaluate((field) => {
    for (const input of document.querySelectorAll<HTMLInputElement>(`form.pay [name=${field}]`)) input.disabled = true;
  }, name);

/** Whether an element is in the window from edge to edge, and nothing lies over it. */
const whatHides = (selector: string): string | undefined => {
  const element = [...document.querySelectorAll(selector)].find((found) => found.getClientRects().length > 0);
  if (element === undefined) return "is not there";
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const where = `from ${Math.round(top)} to ${Math.round(bottom)} of ${window.innerHeight}`;
  if (top < 0 || bottom > window.innerHeight) return where;
  const corners = [
    [left + 3, top + 3],
    [right - 3, bottom - 3],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  const over = corners
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((hit) => !hit?.contains(element) && !element.contains(hit));
  return over === undefined ? undefined : `${where}, under ${over?.className}`;
};

const isFocused = (selector: string): boolean => document.activeElement?.matches(selector) === true;

/** What of an answer is not as it should be: the window is not where the answer is, or something lies over it. */
async function hiddenOf({ page }: Journey, { focused, inSight }: Wanted, where: string) {
  await page.locator(focused).first().waitFor();
  await page.waitForLoadState("load");
  await eventually(async () => expect(await page.evaluate(isFocused, focused), `${where}: focus`).toBe(true));
  let hidden: string[] = [];
  const look = async () => {
    const hiding = await Promise.all(inSight.map((selector) => page.evaluate(whatHides, selector)));
    hidden = inSight.flatMap((selector, at) =>
      hiding[at] === undefined ? [] : [`${where}: ${selector} ${hiding[at]}`],
    );
    expect(hidden).toEqual([]);
  };
  // What has the focus is scrolled to with a later frame.
  await vi.waitFor(look, { timeout: SCROLLED_MS, interval: 100 }).catch(() => {});
  return hidden;
}

/** Long for a scroll, short for whoever looks at every answer that is hidden. */
const SCROLLED_MS = 5_000;

type Wanted = Pick<Answer, "focused" | "inSight">;

/** What of an answer has to be in sight with text twice as large. */
export const inLargeText = ({ focused, inSightOfLarge = focused }: Answer): Wanted => ({
  focused,
  inSight: [inSightOfLarge],
});

/** They follow the answer before. */
const CONTINUED = ["a coupon taken back", "an address put right"];

let phones = 0;

/** After every answer what answers is in sight and has the focus, and what is to be done next stands beside it. */
export const answersAreInSight =
  (sizes: readonly { width: number; height: number }[], wanted: (answer: Answer) => Wanted = (answer) => answer) =>
  async (trip: Journey): Promise<void> => {
    const { visitor, page, context, hasScripts } = trip;
    const wrong: string[] = [];
    // A network of its own: wrong coupons in all languages are more than one may try before everybody there has to wait.
    phones += 1;
    await context.setExtraHTTPHeaders({ "X-Forwarded-For": `10.99.0.${phones}` });
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const [name, answer] of Object.entries(ANSWERS)) {
        if (!CONTINUED.includes(name)) await visitor.open("/payment/yearly");
        if (hasScripts) await formHydrated(page);
        await answer.make(visitor, hasScripts);
        wrong.push(...(await hiddenOf(trip, wanted(answer), `${name}, ${visitor.lang}, ${size.width}`)));
      }
    }
    expect(wrong).toEqual([]);
  };

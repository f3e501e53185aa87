import { type Answer, PlainBrowser, type Request, submission } from "../../rig/plain-browser";
import { newVisitor } from "./visitor-address";

/** As many wrong coupons one browser may try in ten minutes; then none is looked at, not even a good one. */
const ALLOWED = 10;
/** Good for the yearly plan. */
const GOOD_COUPON = "WELCOME20";

/** Whether all copies together count what one browser sends: each alone gets too few of its wrong coupons to mind. */
export async function countTogether(site: string): Promise<boolean> {
  const browser = new PlainBrowser(newVisitor());
  const form = await pageOf(browser, { address: new URL("/payment/yearly", site) });
  for (let tries = 0; tries < ALLOWED; tries += 1) await tryCoupon(browser, form, `WRONG${tries}`);
  const { content } = await tryCoupon(browser, form, GOOD_COUPON);
  return content.querySelector("#coupon-error") !== null;
}

type Page = Extract<Answer, { kind: "page" }>["page"];

function tryCoupon(browser: PlainBrowser, page: Page, coupon: string): Promise<Page> {
  const form = page.content.querySelector<HTMLFormElement>("form.pay");
  if (form === null) throw new Error(`${page.address} has no form to pay`);
  return pageOf(browser, submission(page, form, { coupon, intent: "apply-coupon" }));
}

async function pageOf(browser: PlainBrowser, request: Request): Promise<Page> {
  const answer = await browser.send(request);
  if (answer.kind === "page") return answer.page;
  return pageOf(browser, answer.to);
}

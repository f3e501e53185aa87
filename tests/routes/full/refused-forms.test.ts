import { within } from "@testing-library/dom";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makeGeo } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { pay, refusal } from "../buying";
import { signedIn } from "../receipt-owner";
import { fieldsOf, page, post, type Shown, shown } from "../site";
import { subscribed } from "../subscriptions";

beforeEach(forgetSendings);

/** Receipts are shown to their owner, and the other forms to whoever comes without a sign. */
const headersFor = async (path: string) => (path === "/receipts" ? signedIn() : {});

/** Opens a page and sends one of its forms without an address. */
async function sendEmpty(path: string, form: string): Promise<Shown> {
  const headers = await headersFor(path);
  return shown(post(path, fieldsOf(await page(path, headers), { email: "" }, form), headers));
}

const PAGES = [
  ["/payment/year", "form.pay"],
  ["/account", "form.sign-up"],
  ["/receipts", "table form"],
  ["/cancel", "form.find"],
  ["/withdraw", "form.find"],
  ["/renewal", "form.find"],
] as const;

describe.each(PAGES)("%s, with a form that comes back refused,", (path, form) => {
  beforeEach(() => {
    if (form === "form.find") subscribed();
  });

  it("says so in its title, and only then", async () => {
    const before = await page(path, await headersFor(path));
    expect(before.document.title).not.toMatch(/^Error/);
    const again = await sendEmpty(path, form);
    expect([again.answer.status, again.document.title]).toEqual([422, `Error: ${before.document.title}`]);
    expect((await page(path, await headersFor(path))).document.title).toBe(before.document.title);
  });

  it("leads to the mistake: a summary, which leads to the field, and words beside the field; one of both has the focus", async () => {
    const { document, see } = await sendEmpty(path, form);
    const focused = [...document.querySelectorAll<HTMLElement>("[autofocus]")];
    // The form that pays is longer than a phone's screen.
    const wanted = form === "form.pay" ? ["email", 0] : ["error-summary", -1];
    expect(focused.map(({ id, className, tabIndex }) => [className || id, tabIndex])).toEqual([wanted]);
    const link = see.getByRole<HTMLAnchorElement>("link", { name: "Enter your email address" });
    const field = document.querySelector<HTMLInputElement>(link.hash);
    expect([field?.name, field?.getAttribute("aria-invalid")]).toEqual(["email", "true"]);
    const described = document.getElementById(field?.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "");
    expect(described?.textContent).toBe("Enter your email address");
  });

  it("is first shown when all that has the focus has come, and other pages are shown as they come", async () => {
    const waitedFor = ({ document }: Shown) =>
      document.querySelector<HTMLLinkElement>("link[rel=expect][blocking=render]")?.getAttribute("href");
    expect(waitedFor(await page(path, await headersFor(path)))).toBeUndefined();
    const again = await sendEmpty(path, form);
    expect(again.document.querySelectorAll(`${waitedFor(again)} [autofocus]`)).toHaveLength(1);
  });

  it("leaves the checking to the site, whose words are in the page's language", async () => {
    const { document } = await page(path, await headersFor(path));
    const forms = [...document.querySelectorAll<HTMLFormElement>(form)];
    expect(forms.length).toBeGreaterThan(0);
    expect(forms.every(({ noValidate }) => noValidate)).toBe(true);
  });
});

it("a title in another language begins in that language's order", async () => {
  const path = "/de/payment/year";
  const before = await page(path);
  const again = await shown(post(path, fieldsOf(before, { email: "" })));
  expect(again.document.title).not.toBe(before.document.title);
  expect(again.document.title).toContain(before.document.title);
});

it("a plus sign in an address is named as the reason", async () => {
  const { see } = await shown(pay({ email: "first+shop@example.com" }));
  expect(see.getByRole("alert").textContent).toContain("Plus signs (+) don’t work here");
  expect(see.getByLabelText<HTMLInputElement>("Email").value).toBe("first+shop@example.com");
});

const UNKNOWN_COUPON = makeCoupon({ valid: false, discount: undefined, reason: "unknown" });
const IN_CHINA = makeGeo({ country: "China", country_code: "CN" });
const purchaseRefused = (status: number, code: string) => refusing(endpoints.soPurchase, status, refusal(code));

it.each([
  ["an entry", { email: "" }, [], "Please check your details", "email"],
  [
    "a coupon",
    { coupon: "x" },
    [answering(endpoints.checkCoupon, UNKNOWN_COUPON)],
    "Please check your details",
    "coupon",
  ],
  ["the price", { quote: "" }, [], "Please check the price", "quote"],
  ["a trial that was used", {}, [purchaseRefused(422, "trial_used")], "Please check the price", "quote"],
  ["a refusal", {}, [purchaseRefused(422, "whatever")], "Your payment hasn’t started", "quote"],
  ["an order that changed", {}, [purchaseRefused(409, "idempotency_conflict")], "Your payment hasn’t started", "quote"],
  ["a form that was not whole", { attempt: "" }, [], "Your payment hasn’t started", "quote"],
  ["a closed region", {}, [answering(endpoints.geoInfo, IN_CHINA)], "Not available in your location", "quote"],
])("the heading tells what kind of mistake it is: %s", async (_, entered, answers, heading, field) => {
  upstream.use(...answers);
  const { see } = await shown(pay(entered));
  const summary = see.getByRole("alert", { name: heading });
  const link = within(summary).getByRole<HTMLAnchorElement>("link");
  expect(link.hash).toBe(`#${field}`);
  // The same words stand where the link leads, or above the button that pays.
  expect(see.getAllByText(link.textContent ?? "")).toHaveLength(2);
});

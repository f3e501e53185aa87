import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CheckoutForm } from "~/checkout/checkout-view";
import { PlanChoice } from "~/checkout/form/plan-choice";
import { offerViews } from "~/offers/offer-view";
import { noteNewVersion } from "~/version/document-due";
import { makeBaseOffer } from "../offers/builders";
import { show } from "../shell/stage";

afterEach(() => sessionStorage.clear());

const OFFERS = offerViews("en", [makeBaseOffer(), makeBaseOffer({ id: "week", interval: "week" })]);

const FORM: CheckoutForm = {
  planId: "year",
  summary: {
    period: { unit: "year", count: 1, n: "1" },
    short: ["$59.99 today", "renews November 22, 2027"],
    lines: [],
    dueToday: "$59.99",
    firstCharge: "today",
    next: [],
    trust: [],
    agreement: "",
  },
  values: { quote: "quote-1", coupon: "WELCOME" },
  visitorFields: { fields: { csrf: "csrf-1", attempt: "attempt-1" } },
  providers: [],
  emailInvalid: "Enter an e-mail address",
  isCouponRefused: false,
  emailHint: "For your receipt, account, and order updates.",
  order: "token",
};

const choice = (
  <form method="post" onSubmit={(event) => event.preventDefault()}>
    <input aria-label="Email" defaultValue="" />
    <PlanChoice offers={OFFERS} form={FORM} />
  </form>
);

/** Presses the other plan's button. Whether the form is left to the browser, which sends it as a document. */
async function pressWeek() {
  const { router } = show(choice, { at: "/payment/year" });
  const button = screen.getByRole("button", { name: /^1 week/ });
  let isSent = false;
  await act(async () => {
    isSent = fireEvent.click(button);
  });
  const { pathname, search } = router.state.location;
  return { isSent, at: pathname + search };
}

it("the chosen plan says what is paid today and what follows, and to those who do not see it that it is chosen", () => {
  show(choice);
  const chosen = screen.getByRole("button", { name: /Selected/ });
  expect(chosen.textContent).toContain("$59.99 today · renews November 22, 2027");
  expect(chosen.getAttribute("aria-current")).toBe("true");
});

it("every plan is a button that sends the form around it, unchecked, to its own address", () => {
  show(choice);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: /^1 week/ });
  expect([button.name, button.value, button.getAttribute("formaction"), button.formNoValidate]).toEqual([
    "intent=change-plan&to=week",
    "",
    "/payment/week?o=token",
    true,
  ]);
});

it("with scripts the page changes in place", async () => {
  expect(await pressWeek()).toEqual({ isSent: false, at: "/payment/week?o=token&coupon=WELCOME" });
});

it("what a form that came back was filled in with stays, though the other plan's data does not know it", async () => {
  show(
    <form method="post">
      <input aria-label="Email" type="text" defaultValue="anna@example.com" />
      <input aria-label="PayPal" type="radio" name="provider" value="ps" defaultChecked />
      <PlanChoice offers={OFFERS} form={FORM} />
    </form>,
    { at: "/payment/year" },
  );
  const email = screen.getByRole<HTMLInputElement>("textbox");
  const paypal = screen.getByRole<HTMLInputElement>("radio");
  // As in a document from the server: nobody has typed yet, neither a person nor React.
  email.form?.reset();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: /^1 week/ }));
  });
  email.defaultValue = "";
  paypal.defaultChecked = false;
  expect([email.value, paypal.checked]).toEqual(["anna@example.com", true]);
});

it("on a phone a link leads to the other plans: nothing of it is an entry", () => {
  show(choice);
  const link = screen.getByRole("link", { name: "Other plans" });
  expect(document.querySelector(link.getAttribute("href") ?? "")?.querySelectorAll("button")).toHaveLength(
    OFFERS.length,
  );
});

// Last: a page does not forget that it is outdated.
it("once a newer build is out, the form is sent as a document", async () => {
  noteNewVersion();
  expect(await pressWeek()).toEqual({ isSent: true, at: "/payment/year" });
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckoutForm } from "~/checkout/checkout-view";
import { PayForm } from "~/checkout/form/pay-form";
import { pass, press, setOnline, showPage } from "../enhance/passing";
import { show } from "../shell/stage";

const FORM: CheckoutForm = {
  planId: "year",
  summary: {
    period: { unit: "year", count: 1, n: "1" },
    short: ["1 year", "$59.99 today", "renews November 22, 2027"],
    lines: [],
    dueToday: "$59.99",
    firstCharge: "today",
    next: [],
    trust: [],
    agreement: "You order a subscription.",
  },
  values: { quote: "quote-1", email: "buyer@gmial.com" },
  visitorFields: { fields: { csrf: "csrf-1", attempt: "attempt-1" } },
  providers: [{ code: "so", name: "Card", hint: "Any card", marks: ["card"] }],
  emailInvalid: "Enter an e-mail address",
  question: {
    asked: "buyer@gmial.com",
    open: {
      suggested: "buyer@gmail.com",
      text: "Did you mean buyer@gmail.com?",
      use: "Yes, change it",
      keep: "No, continue to payment",
    },
  },
  isCouponRefused: false,
  emailHint: "For your receipt, account, and order updates.",
};

const showForm = (data?: () => object, form = FORM) =>
  show(
    <PayForm form={form} errors={[]}>
      <button type="submit" name="intent" value="change-country">
        Update prices
      </button>
    </PayForm>,
    { data },
  );

const payButton = () => screen.getByRole("button", { name: /^Pay/ });
const buttonOf = (name: string) => screen.getByRole("button", { name });
const overlay = () => document.querySelector(".overlay");
const isFormBusy = () => payButton().closest("form")?.parentElement?.getAttribute("aria-busy");

/** The words of the button that pays, and how it stands for who cannot see it. */
const shownOn = (button: HTMLElement) => [
  button.textContent,
  button.getAttribute("aria-disabled"),
  button.getAttribute("aria-busy"),
];
const READY = ["Pay $59.99", "false", "false"];

describe("sent", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("to pay, the button is busy and the window is covered until it takes too long", async () => {
    showForm();
    expect(shownOn(payButton())).toEqual(READY);
    expect(await press(payButton())).toBe(true);
    expect(shownOn(payButton())).toEqual(["Pay $59.99", "true", "true"]);
    expect(overlay()?.className).toBe("overlay overlay-full");
    expect(isFormBusy()).toBe("true");
    await pass(8_000);
    expect(shownOn(payButton())).toEqual(READY);
    expect(overlay()).toBeNull();
    expect(screen.getByText(/you’ll only pay once/)).toBeDefined();
    expect(await press(payButton())).toBe(true);
  });

  it.each([
    ["another country", "Update prices"],
    ["a coupon", "Apply"],
    ["a mended e-mail address", "Yes, change it"],
  ])("for %s, nothing is called paying and nothing is sent twice", async (_, name) => {
    showForm();
    expect(await press(buttonOf(name))).toBe(true);
    expect(shownOn(payButton())).toEqual(["Pay $59.99", "true", "false"]);
    expect(overlay()?.className).toBe("overlay");
    expect(await press(payButton())).toBe(false);
    await pass(8_000);
    expect(screen.queryByText(/you’ll only pay once/)).toBeNull();
    expect(await press(payButton())).toBe(true);
  });

  it("and come back to by the browser's cache, it is as before", async () => {
    showForm();
    await press(payButton());
    showPage(true);
    expect(shownOn(payButton())).toEqual(READY);
    expect([overlay(), isFormBusy()]).toEqual([null, "false"]);
  });

  it("without a connection, it is told beside the button and keeps what was entered", async () => {
    showForm();
    screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value = "buyer@example.com";
    setOnline(false);
    expect(await press(payButton())).toBe(false);
    const bar = payButton().parentElement;
    expect(bar && within(bar).getByRole("alert").textContent).toMatch(/^You’re offline, so nothing was sent/);
    expect([...shownOn(payButton()), overlay()]).toEqual([...READY, null]);
    setOnline(true);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe("buyer@example.com");
  });
});

it("is covered while another plan loads, and keeps what was entered", async () => {
  let answer = () => {};
  const loading = new Promise<object>((resolve) => {
    answer = () => resolve({});
  });
  const { router } = showForm(() => loading);
  screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value = "buyer@example.com";
  act(() => {
    router.navigate("/payment/month");
  });
  await waitFor(() => expect(overlay()?.className).toBe("overlay"));
  expect(isFormBusy()).toBe("true");
  await act(async () => answer());
  await waitFor(() => expect(overlay()).toBeNull());
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe("buyer@example.com");
});

it.each([
  ["today", "Pay $59.99", 1],
  ["later", "Subscribe with obligation to pay", 1],
  ["never", "Start now", 0],
] as const)("where the first charge is %s the button says '%s'", (firstCharge, label, choices) => {
  showForm(undefined, { ...FORM, summary: { ...FORM.summary, firstCharge } });
  expect(buttonOf(label)).toBeDefined();
  expect(screen.queryAllByRole("radio")).toHaveLength(choices);
});

it("what is agreed to stands right before the button, for screen readers as well, apart from the general terms", () => {
  showForm();
  const agreement = payButton().previousElementSibling;
  expect(agreement?.textContent).toBe("You order a subscription.");
  expect(payButton().getAttribute("aria-describedby")).toBe(agreement?.id);
  expect(screen.getByRole("link", { name: "terms of service" }).closest("p")).not.toBe(agreement);
});

it("Enter in a field orders nothing: it leads to the button that pays", async () => {
  showForm();
  const check = screen.getByText("Check my order");
  expect(payButton().closest("form")?.querySelector("button")).toBe(check);
  expect(await press(check)).toBe(false);
  expect(document.activeElement).toBe(payButton());
});

it("without an address the button that pays leads to the field; those that only change the form do not ask for one", async () => {
  showForm(undefined, { ...FORM, question: undefined, values: { ...FORM.values, email: "" } });
  expect(await press(payButton())).toBe(false);
  const field = screen.getByRole("textbox", { name: "Email" });
  expect([document.activeElement, field.getAttribute("aria-invalid")]).toEqual([field, "true"]);
  expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(screen.getByText("Enter an e-mail address").id);
  expect(await press(buttonOf("Apply"))).toBe(true);
});

import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { HandOffPage } from "~/orders/hand-off/hand-off-page";
import type { ProviderFrame } from "~/orders/hand-off/provider-frame";
import { letDialogsOpen } from "../enhance/opening-dialogs";
import { show } from "../shell/stage";

letDialogsOpen();

const LINK = { kind: "link", address: "https://pay.test/pd/ord_1" } as const;
const FORM = { kind: "form", address: "https://pay.test/rz", fields: { key_id: "k", amount: "5999" } } as const;

/** The forms that are sent, by where they go. */
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  window.history.replaceState(null, "");
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    sent.push(this.action);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const script of document.head.querySelectorAll("script")) script.remove();
  delete window.Paddle;
  delete window.Razorpay;
});

const frameOf = (provider: "pd" | "rz", facts: ProviderFrame["facts"]): ProviderFrame => ({
  provider,
  script: `https://scripts.test/${provider}.js`,
  facts,
});

const leave = (handOff: typeof LINK | typeof FORM, frame?: ProviderFrame) =>
  show(<HandOffPage leaving={{ handOff, frame }} />, { page: "redirect" });

/** The provider's script, as soon as the page has asked for it. */
const script = () =>
  vi.waitFor(() => {
    const found = document.head.querySelector("script");
    if (found === null) throw new Error("no script yet");
    return found;
  }, 60_000);

it("a form goes by itself, once", () => {
  leave(FORM);
  expect(sent).toEqual(["https://pay.test/rz"]);
});

it("whoever comes back from the provider's page is not sent there again", () => {
  leave(FORM).unmount();
  leave(FORM);
  expect(sent).toEqual(["https://pay.test/rz"]);
  expect(screen.getByRole("button", { name: "Continue to payment" })).toBeDefined();
});

it("a link stays a link", () => {
  leave(LINK);
  expect(screen.getByRole("link", { name: "Continue to payment" }).getAttribute("href")).toBe(LINK.address);
  expect(document.head.querySelector("script")).toBeNull();
});

it("pd opens its checkout in the page, for what the payments API said", async () => {
  const [set, setup, open] = [vi.fn(), vi.fn(), vi.fn()];
  window.Paddle = { Environment: { set }, Setup: setup, Checkout: { open } };
  const facts = {
    vendor: "7",
    environment: "sandbox",
    product: "1001",
    passthrough: "ord_1",
    override: LINK.address,
    email: "buyer@example.com",
    country: "US",
    coupon: "",
  };
  leave(LINK, frameOf("pd", facts));
  const loading = await script();
  expect(loading.src).toBe("https://scripts.test/pd.js");
  fireEvent.load(loading);
  await screen.findByRole("heading", { name: "Pay securely here" });
  expect([set.mock.calls, setup.mock.calls]).toEqual([[["sandbox"]], [[{ vendor: 7 }]]]);
  expect(open.mock.calls[0]?.[0]).toMatchObject({
    method: "inline",
    product: 1001,
    passthrough: "ord_1",
    override: LINK.address,
    email: "buyer@example.com",
    country: "US",
    frameTarget: "provider-frame",
  });
  expect(open.mock.calls[0]?.[0]).not.toHaveProperty("coupon");
  expect(screen.getByRole("link", { name: "Continue to payment" })).toBeDefined();
});

it("rz opens its checkout over the page, and lets it post the outcome as the form would", async () => {
  const opened: unknown[] = [];
  window.Razorpay = class {
    constructor(readonly options: Readonly<Record<string, unknown>>) {}
    open() {
      opened.push(this.options);
    }
  };
  leave(FORM, frameOf("rz", { ...FORM.fields, order_id: "order_1", callback_url: "https://x/return/rz" }));
  fireEvent.load(await script());
  await screen.findByRole("heading", { name: "Pay securely here" });
  const expected = { key: "k", amount: 5999, order_id: "order_1", callback_url: "https://x/return/rz", redirect: true };
  expect(opened).toEqual([expect.objectContaining(expected)]);
  expect(sent).toEqual([]);
});

it.each([
  ["fails", async () => fireEvent.error(await script())],
  ["brings something else", async () => fireEvent.load(await script())],
])("where the provider's script %s the form goes as it would have without", async (_, happen) => {
  leave(FORM, frameOf("rz", FORM.fields));
  await happen();
  await vi.waitFor(() => expect(sent).toEqual(["https://pay.test/rz"]), 60_000);
});

it("where the provider's script does not come in time the form goes as well", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  leave(FORM, frameOf("rz", FORM.fields));
  await script();
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  vi.useRealTimers();
  expect(sent).toEqual(["https://pay.test/rz"]);
});

describe("while a frame is open", () => {
  const follow = (name: string, keys = {}) =>
    act(async () => fireEvent.click(screen.getByRole("link", { name }), keys));
  const press = (name: string) =>
    act(async () => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name })));

  /** A page with links around the frame; those that are followed are told. */
  async function openFrame() {
    const followed: string[] = [];
    window.Paddle = {
      Environment: { set: () => {} },
      Setup: () => {},
      Checkout: {
        open: () => document.querySelector(".provider-frame")?.append(document.createElement("iframe")),
      },
    };
    const page = (
      <>
        <a href="/payment">Plans</a>
        <a href="#content">Skip</a>
        <HandOffPage leaving={{ handOff: LINK, frame: frameOf("pd", { vendor: "7" }) }} />
      </>
    );
    show(page, { page: "redirect" });
    const onClick = (press: MouseEvent) => {
      if (!press.defaultPrevented && press.target instanceof HTMLAnchorElement)
        followed.push(press.target.getAttribute("href") ?? "");
      press.preventDefault();
    };
    window.addEventListener("click", onClick);
    onTestFinished(() => window.removeEventListener("click", onClick));
    fireEvent.load(await script());
    await screen.findByRole("heading", { name: "Pay securely here" });
    const place = document.activeElement;
    // The dialog is loaded once the frame is open; before, a link is followed at once.
    await vi.waitFor(async () => {
      await follow("Plans");
      screen.getByRole("dialog");
    }, 60_000);
    await press("Stay and pay");
    followed.length = 0;
    return { followed, place };
  }
  it("it has a name and the focus, and the provider's frame a title", async () => {
    const { place: focused } = await openFrame();
    const place = screen.getByRole("region", { name: "Pay securely here" });
    expect(focused).toBe(place);
    expect(place.getAttribute("aria-busy")).toBe("false");
    await vi.waitFor(() => expect(place.querySelector("iframe")?.title).toBe("Pay securely here"));
  });

  it("a link away is followed only after a question", async () => {
    const { followed } = await openFrame();
    await follow("Plans");
    expect(screen.getByRole("dialog", { name: "Leave this payment?" })).toBeDefined();
    await press("Stay and pay");
    expect(followed).toEqual([]);
    await follow("Plans");
    await press("Leave");
    expect(followed).toEqual(["/payment"]);
  });

  it.each([
    ["Skip", {}, "#content"],
    ["Plans", { ctrlKey: true }, "/payment"],
    ["Continue to payment", {}, LINK.address],
  ])("%s (%j) does not lead away", async (name, keys, href) => {
    const { followed } = await openFrame();
    await follow(name, keys);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(followed).toEqual([href]);
  });
});

it("the order stands beside the place of the frame, without messages of its own", () => {
  const lines = [{ kind: "dueToday", amount: "$59.99", label: "To pay" }] as const;
  const summary = { heading: "Your order", plan: "1 year", lines: [...lines], notes: ["Renews in a year."] };
  show(<HandOffPage leaving={{ handOff: LINK, frame: frameOf("pd", {}) }} summary={summary} />, { page: "redirect" });
  const order = screen.getByRole("complementary", { name: "Your order" });
  expect(order.textContent).toBe("Your order1 yearTo pay$59.99Renews in a year.");
});

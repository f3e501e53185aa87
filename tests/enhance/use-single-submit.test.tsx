import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { show } from "../shell/stage";
import { pass, press, setOnline, showPage } from "./passing";

const OFFLINE = /You’re offline, so nothing was sent/;
const SLOW = /you’ll only pay once/;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Form({ isPaying = true }: { isPaying?: boolean }) {
  const { sending, button, onSubmit } = useSingleSubmit();
  return (
    <form onSubmit={onSubmit}>
      <input aria-label="Email" />
      <button type="submit" name="intent" value="apply-coupon">
        Apply
      </button>
      <SendingMessage sending={sending} isPaying={isPaying} />
      <button type="submit" name="intent" value="pay">
        {sending === "waiting" ? `Sent by ${button?.value}` : "Pay"}
      </button>
    </form>
  );
}
const payButton = () => screen.getByRole("button", { name: /Pay|Sent/ });
const pay = () => press(payButton());
const apply = () => press(screen.getByRole("button", { name: "Apply" }));
const words = () => payButton().textContent;
const told = () =>
  [...screen.queryAllByRole("alert"), ...screen.queryAllByRole("status")]
    .map((part) => part.textContent)
    .filter(Boolean);

it("a form goes once, whichever of its buttons is pressed again, and says which one sent it", async () => {
  show(<Form />);
  expect([await pay(), await pay(), await apply()]).toEqual([true, false, false]);
  expect(words()).toBe("Sent by pay");
  showPage(true);
  expect([await apply(), await pay()]).toEqual([true, false]);
  expect(words()).toBe("Sent by apply-coupon");
});

it("a form whose answer does not come can be sent again after 8 seconds, and says so", async () => {
  show(<Form />);
  await pay();
  // Screen readers have to know the region before something is said in it.
  expect(screen.getByRole("status").textContent).toBe("");
  await pass(7_999);
  expect([words(), told(), await pay()]).toEqual(["Sent by pay", [], false]);
  await pass(1);
  expect([words(), told()]).toEqual(["Pay", [expect.stringMatching(SLOW)]]);
  expect([await pay(), await pay()]).toEqual([true, false]);
  expect([words(), told()]).toEqual(["Sent by pay", []]);
  await pass(8_000);
  expect([words(), told()]).toEqual(["Pay", [expect.stringMatching(SLOW)]]);
});

it("a slow form that does not pay promises nothing about paying", async () => {
  show(<Form isPaying={false} />);
  await pay();
  await pass(8_000);
  expect(told()).toEqual(["One moment…"]);
});

it("a page that comes back from the browser's cache can send again, and waits for nothing any more", async () => {
  show(<Form />);
  await pay();
  showPage(true);
  await pass(8_000);
  expect([words(), told()]).toEqual(["Pay", []]);
  expect([await pay(), await pay()]).toEqual([true, false]);
});

it("a page that comes back after it was slow does not say so any more", async () => {
  show(<Form />);
  await pay();
  await pass(8_000);
  showPage(true);
  expect(told()).toEqual([]);
});

it("a page that is loaded for the first time keeps what was sent meanwhile", async () => {
  show(<Form />);
  await pay();
  showPage(false);
  expect(await pay()).toBe(false);
});

it("without a connection nothing is sent and nothing is lost, and it says so until there is one", async () => {
  show(<Form />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.value = "buyer@example.com";
  setOnline(false);
  expect([await pay(), await pay(), await apply()]).toEqual([false, false, false]);
  expect([words(), told()]).toEqual(["Pay", [expect.stringMatching(OFFLINE)]]);
  await pass(60_000);
  expect(told()).toEqual([expect.stringMatching(OFFLINE)]);
  setOnline(true);
  expect(told()).toEqual([]);
  expect(screen.getByRole("textbox")).toBe(field);
  expect(field.value).toBe("buyer@example.com");
  expect(await pay()).toBe(true);
});

it("a connection that is lost while the answer is waited for is told at the next press", async () => {
  show(<Form />);
  await pay();
  setOnline(false);
  expect([await pay(), told()]).toEqual([false, []]);
  await pass(8_000);
  expect(await pay()).toBe(false);
  expect(told()).toEqual([expect.stringMatching(OFFLINE)]);
  setOnline(true);
  expect(told()).toEqual([]);
});

it("a page that was in the browser's cache when the connection came back knows that it did", async () => {
  show(<Form />);
  setOnline(false);
  await pay();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  showPage(true);
  expect(told()).toEqual([]);
});

it("a browser that calls itself offline when the page comes all the same is not believed until it was online", async () => {
  setOnline(false);
  show(<Form />);
  expect([await pay(), told()]).toEqual([true, []]);
  showPage(true);
  setOnline(true);
  setOnline(false);
  expect([await pay(), told()]).toEqual([false, [expect.stringMatching(OFFLINE)]]);
});

it("browsers that do not tell the pressed button send all the same", async () => {
  show(<Form />);
  const sent = new Event("submit", { bubbles: true, cancelable: true });
  expect(payButton().closest("form")?.dispatchEvent(sent)).toBe(true);
});

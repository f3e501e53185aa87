import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BotCheckSettings } from "~/security/bot-check/bot-check-script";
// Loaded before the clock is stopped: the page loads it when it is needed.
import "~/security/bot-check/bot-check-script";
import { useBotCheck } from "~/security/bot-check/use-bot-check";
import { show } from "../shell/stage";

const SETTINGS: BotCheckSettings = { siteKey: "site-key", host: "https://www.recaptcha.net" };

/** What forms were sent with, and what the script was asked. */
let sent: string[] = [];
let asked: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  asked = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    sent.push(new URLSearchParams([...new FormData(this)].map(([name, value]) => [name, String(value)])).toString());
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, "grecaptcha");
  for (const script of scripts()) script.remove();
});

function Form({ settings = SETTINGS, isNeeded = true }: { settings?: BotCheckSettings | null; isNeeded?: boolean }) {
  const { hasFailed, onUse, onSubmit } = useBotCheck({
    settings: settings ?? undefined,
    action: "pay_submit",
    isNeeded: () => isNeeded,
  });
  return (
    <form aria-label="pay" onFocus={onUse} onSubmit={onSubmit}>
      <input name="email" aria-label="Email" />
      <input type="hidden" name="recasign" defaultValue="" />
      <button type="submit" name="intent" value="pay">
        Pay
      </button>
      <p role="status">{hasFailed && "The check could not load"}</p>
    </form>
  );
}

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
const use = () => act(async () => fireEvent.focus(screen.getByLabelText("Email")));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Whether the browser itself sends the form. */
const press = () =>
  act(async () => {
    const form = screen.getByRole<HTMLFormElement>("form");
    return fireEvent(
      form,
      new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: screen.getByRole("button") }),
    );
  });

/** The script has arrived, and answers so. */
function arrive(execute: () => Promise<string>) {
  const grecaptcha = {
    ready: (then: () => void) => then(),
    execute: (...question: unknown[]) => {
      asked.push(question);
      return execute();
    },
  };
  Reflect.set(window, "grecaptcha", grecaptcha);
}

it("nothing is loaded before the form is used, and then once, from the host the payments API names", async () => {
  show(<Form />);
  expect(scripts()).toEqual([]);
  await use();
  await use();
  expect(scripts().map(({ src }) => src)).toEqual(["https://www.recaptcha.net/recaptcha/api.js?render=site-key"]);
});

it("the form goes with a token for its action and with the button that was pressed", async () => {
  show(<Form />);
  await use();
  arrive(async () => "the-token");
  await pass(200);
  expect(await press()).toBe(false);
  expect(asked).toEqual([["site-key", { action: "pay_submit" }]]);
  expect(sent).toEqual(["email=&recasign=the-token&intent=pay"]);
});

it("every submit asks for a token of its own", async () => {
  show(<Form />);
  const tokens = ["first", "second"];
  arrive(async () => tokens.shift() ?? "");
  await use();
  await pass(200);
  await press();
  await press();
  expect(sent.map((fields) => new URLSearchParams(fields).get("recasign"))).toEqual(["first", "second"]);
});

it("a form that is sent before it was used waits for the script", async () => {
  show(<Form />);
  await press();
  arrive(async () => "the-token");
  await pass(200);
  expect(sent).toEqual(["email=&recasign=the-token&intent=pay"]);
});

it.each([
  ["the script does not come", () => {}],
  ["the check never answers", () => arrive(() => new Promise(() => {}))],
])("when %s within 3 s the form goes without a token", async (_, happens) => {
  show(<Form />);
  await use();
  happens();
  await pass(200);
  await press();
  await pass(2_999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(["email=&recasign=&intent=pay"]);
});

it("when the check refuses to answer the form goes without a token", async () => {
  show(<Form />);
  arrive(() => Promise.reject(new Error("Invalid site key")));
  await use();
  await pass(200);
  await press();
  expect(sent).toEqual(["email=&recasign=&intent=pay"]);
});

it("after 300 polls of 200 ms without the script it says so, and the form is sent as if there were no check", async () => {
  show(<Form />);
  await use();
  await pass(299 * 200);
  expect(screen.getByRole("status").textContent).toBe("");
  await pass(200);
  expect(screen.getByRole("status").textContent).toBe("The check could not load");
  expect(await press()).toBe(true);
});

it("a script that is blocked is told at once", async () => {
  show(<Form />);
  await use();
  await act(async () => scripts().map((script) => fireEvent.error(script)));
  expect(screen.getByRole("status").textContent).toBe("The check could not load");
  expect(await press()).toBe(true);
});

it("what the script itself loads and is blocked is told at once, too; any other script is not", async () => {
  show(<Form />);
  await use();
  const blocked = async (src: string) => {
    const script = document.body.appendChild(Object.assign(document.createElement("script"), { src }));
    await act(async () => fireEvent.error(script));
    return screen.getByRole("status").textContent;
  };
  expect(await blocked("https://www.example.com/other.js")).toBe("");
  expect(await blocked("https://www.gstatic.com/recaptcha/releases/x/recaptcha__en.js")).toBe(
    "The check could not load",
  );
  expect(await press()).toBe(true);
});

it.each([
  ["the payments API names no script", <Form key="none" settings={null} />],
  ["what is sent is not guarded", <Form key="free" isNeeded={false} />],
])("where %s the form is sent by the browser alone", async (_, form) => {
  show(form);
  await use();
  expect(await press()).toBe(true);
  expect(scripts()).toEqual([]);
});

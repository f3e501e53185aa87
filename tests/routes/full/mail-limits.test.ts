import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { refusal } from "../buying";
import { fieldsOf, leadsTo, page, post } from "../site";
import { mailingLinks, subscribed } from "../subscriptions";

const OWNER = "owner@gmail.com";
const SPELLED = [
  "owner@gmail.com",
  "o.wner@gmail.com",
  "ow.ner@gmail.com",
  "Own.er@gmail.com",
  "owne.r@googlemail.com",
];
/** So many mails of one kind go to a mailbox in an hour. */
const IN_AN_HOUR = 6;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => vi.useRealTimers());

/** Somebody, each time at another address, asks for a mail to this mailbox. */
async function ask(
  path: string,
  form: string,
  n: number,
  email = SPELLED[n % SPELLED.length] ?? "",
): Promise<Response> {
  const headers = { "x-visitor-ip": `198.51.100.${n}`, "x-request-id": crypto.randomUUID() };
  const opened = await page(path, headers);
  vi.setSystemTime(Date.now() + 5_000);
  return post(path, fieldsOf(opened, { email }, form), headers);
}

describe("a link to receipts", () => {
  const askForLink = (n: number, email?: string) => ask("/receipts", "form.find", n, email);

  it("is mailed to one mailbox six times in an hour, from whatever network; whoever asks sees the same page", async () => {
    subscribed();
    const mailed = mailingLinks();
    const pages = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const answer = await askForLink(n);
      const shown = await page(answer.headers.get("location") ?? "");
      pages.add(`${answer.status} ${shown.see.getByRole("heading", { level: 1 }).textContent}`);
    }
    expect([...pages]).toEqual(["303 Check your inbox"]);
    expect(mailed).toHaveLength(IN_AN_HOUR);
    await askForLink(30, "neighbour@gmail.com");
    expect(mailed).toHaveLength(IN_AN_HOUR + 1);
    vi.setSystemTime(Date.now() + 3_600_000);
    await askForLink(31, OWNER);
    expect(mailed).toHaveLength(IN_AN_HOUR + 2);
  });

  it("that could not be asked for counts against nobody's mailbox", async () => {
    subscribed();
    upstream.use(refusing(endpoints.subscriptionLink, 503, refusal("unavailable")));
    for (let n = 0; n < IN_AN_HOUR; n += 1) await askForLink(n);
    const mailed = mailingLinks();
    await askForLink(50);
    expect(mailed).toHaveLength(1);
  });
});

describe("a link that signs in", () => {
  const signIn = (n: number) => ask("/account", "form.sign-up", n);

  it("is mailed to one mailbox six times in an hour, and then the page says the same", async () => {
    let mailed = 0;
    upstream.use(
      responding(endpoints.anonymousSignup, () => {
        mailed += 1;
        return Response.json({ link_sent: true });
      }),
    );
    const pages = new Set<string | null>();
    for (let n = 0; n < 12; n += 1) pages.add((await signIn(n)).headers.get("location"));
    // The address in it is sealed.
    expect([...pages].map((target) => target?.split("=")[0])).toEqual(Array(12).fill("/account?done"));
    expect(mailed).toBe(IN_AN_HOUR);
  });

  it("where the payments API mails none, nobody is told that it did", async () => {
    upstream.use(answering(endpoints.anonymousSignup, { token: "t", user_id: 7, is_new: true }));
    for (let n = 0; n < IN_AN_HOUR + 2; n += 1) {
      const answer = await signIn(n);
      expect([answer.status, answer.headers.get("location")]).not.toContain("/account?existing=mailed");
      expect(leadsTo(answer)).toBe("/account");
    }
  });
});

import { describe, expect, it } from "vitest";
import { letterToSupport } from "~/mailed-links/letter.server";
import { brandOf } from "~/visitor/brand/brands.server";

const read = (address: string) => {
  const [to = "", query = ""] = address.replace("mailto:", "").split("?");
  return { to, ...Object.fromEntries(query.split("&").map((pair) => pair.split("=").map(decodeURIComponent))) };
};

describe("the prepared letter", () => {
  it("says what is asked for, of which order and of whom, and goes to support", () => {
    const letter = letterToSupport("en", brandOf(101), {
      asks: "cancel",
      orderId: "ord_1",
      email: "a+b&c@example.com",
    });
    expect(read(letter)).toEqual({
      to: "master@example.com",
      subject: "Cancellation of my subscription",
      body: [
        "I am canceling my subscription to VPN Master, effective as soon as possible. Please confirm this and the date on which it ends.",
        "Order: ord_1",
        "Email used for the purchase: a+b&c@example.com",
      ].join("\r\n\r\n"),
    });
  });

  it("leaves out what is not known", () => {
    const { body, subject } = {
      body: "",
      subject: "",
      ...read(letterToSupport("en", brandOf(502), { asks: "withdraw" })),
    };
    expect(subject).toBe("Withdrawal from the contract");
    expect(body).toBe("I withdraw from my contract for Vela VPN. Please confirm that you have received this.");
  });

  it("asks for receipts, too", () => {
    expect(read(letterToSupport("en", brandOf(502), { asks: "receipts" }))).toEqual({
      to: "support@example.com",
      subject: "My receipts",
      body: "Please send me the receipts for my Vela VPN purchases.",
    });
  });

  it("is one address: no space, no plus, no sign that ends it", () => {
    const letter = letterToSupport("en", brandOf(502), {
      asks: "cancel",
      orderId: "a",
      email: "a?b=c#d &e@example.com",
    });
    expect(letter).toMatch(/^mailto:support@example\.com\?subject=[\w.!~*'()%-]+&body=[\w.!~*'()%-]+$/);
  });

  it("has no invisible marks around what will be copied out of it", () => {
    const letter = letterToSupport("ar", brandOf(502), { asks: "cancel", orderId: "ord_1", email: "a@example.com" });
    expect(decodeURIComponent(letter)).not.toMatch(/[\u2066-\u2069]/);
    expect(decodeURIComponent(letter)).toContain("ord_1");
  });
});

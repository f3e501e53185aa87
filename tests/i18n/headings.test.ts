import { expect, it } from "vitest";
import { folders, messagesOf } from "./locale-files";

/** What heads the pages that everybody comes to. */
const HEADINGS = [
  "home:title",
  "pricing:title",
  "payment:heading",
  "payment:title",
  ...["handOff", "waiting", "declined", "cancelled", "expired", "refunded"].map((state) => `paystatus:${state}.title`),
  "paysuc:heading",
  "receipts:heading",
  "receipts:headingWithPlan",
  "receipts:paper.title",
  "account:title",
  ...["cancel", "withdraw", "renewal"].map((kind) => `subscription:${kind}.title`),
  "accessibility:title",
] as const;

/** Few of us read all these languages, so nobody would see that one of them says something else. */
it("every heading says what somebody has read; for one that is meant to change, run this with -u and commit the list", async () => {
  const lines = folders().flatMap((lang) => {
    const texts = messagesOf(lang);
    return HEADINGS.map((key) => `${lang} ${key} ${texts.get(key)}`);
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("headings.txt");
});

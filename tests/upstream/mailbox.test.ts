import fc from "fast-check";
import { expect, it } from "vitest";
import { mailboxOf } from "~/upstream/contract/values/mailbox";
import { runs } from "../setup/effort";

it.each([
  ["once@gmail.com", "once@gmail.com"],
  ["O.n.c.e@Gmail.com", "once@gmail.com"],
  [" once+x@googlemail.com", "once@gmail.com"],
  ["on.ce+x+y@gmail.com", "once@gmail.com"],
  ["first.last+x@outlook.com", "first.last@outlook.com"],
  ["name+x@icloud.com", "name@icloud.com"],
  ["name+x@proton.me", "name@proton.me"],
])("%s is the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

it.each(["first.last@outlook.com", "name+x@example.com", "o.nce@example.com", "+x@gmail.com", "", "no address"])(
  "%j is left as it is",
  (email) => expect(mailboxOf(email)).toBe(email),
);

it("a mailbox is its own, and two people of other names never share one", () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const domain = fc.constantFrom("gmail.com", "outlook.com", "icloud.com", "example.com");
  fc.assert(
    fc.property(name, name, domain, (one, other, at) => {
      expect(mailboxOf(mailboxOf(`${one}@${at}`))).toBe(mailboxOf(`${one}@${at}`));
      expect(mailboxOf(`${one}+${other}@${at}`) === mailboxOf(`${other}@${at}`)).toBe(
        at !== "example.com" && one === other,
      );
    }),
    { numRuns: runs(2_000) },
  );
});

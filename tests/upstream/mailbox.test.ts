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
  ["first.last+x@hotmail.com.br", "first.last@hotmail.com.br"],
  ["name+x@icloud.com", "name@icloud.com"],
  ["O-n_c.e+x@pm.me", "once@proton.me"],
  ["once@protonmail.com", "once@proton.me"],
  ["Ivan.Ivanov+x@ya.ru", "ivan-ivanov@yandex.ru"],
  ["ivan-ivanov@yandex.com", "ivan-ivanov@yandex.ru"],
  ["nick-shop-2@yahoo.co.uk", "nick@yahoo.co.uk"],
  ["name+x@fastmail.com", "name@fastmail.com"],
  ["anything@name.fastmail.fm", "name@fastmail.fm"],
])("%s is the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

it.each([
  "first.last@outlook.com",
  "first-last@outlook.com",
  "first.last@yahoo.com",
  "name+x@example.com",
  "o.nce@example.com",
  "anything@name.example.com",
  "anything@name.gmail.com",
  "name@gmail.com.example.com",
  "+x@gmail.com",
  "-x@yahoo.com",
  "...@gmail.com",
  "@fastmail.com",
  "",
  "no address",
])("%j is left as it is", (email) => expect(mailboxOf(email)).toBe(email));

const part = fc.stringMatching(/^[a-z0-9.+_-]{1,10}$/);
const known = fc.constantFrom(
  ...["gmail.com", "googlemail.com", "outlook.com", "me.com", "yahoo.com", "ya.ru", "yandex.ru", "pm.me"],
  ...["proton.me", "fastmail.com", "name.fastmail.com", "a.b.fastmail.com", "fastmail.co.uk"],
);
const unknown = fc.stringMatching(/^[a-z0-9]{1,6}(\.[a-z]{1,6}){0,2}\.(example|test|invalid)$/);

it("the mailbox of a mailbox is itself", () => {
  fc.assert(
    fc.property(part, fc.oneof(known, unknown), (name, domain) => {
      const mailbox = mailboxOf(`${name}@${domain}`);
      expect(mailboxOf(mailbox)).toBe(mailbox);
    }),
    { numRuns: runs(2_000) },
  );
});

it("at a domain that no service is known of, no two addresses are one mailbox", () => {
  fc.assert(
    fc.property(part, unknown, (name, domain) => {
      expect(mailboxOf(`${name}@${domain}`)).toBe(`${name}@${domain}`);
    }),
    { numRuns: runs(2_000) },
  );
});

it("two people of other names never share a mailbox", () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const domain = fc.oneof(fc.constantFrom("gmail.com", "hotmail.fr", "me.com", "yahoo.com", "ya.ru", "pm.me"), unknown);
  fc.assert(
    fc.property(name, name, domain, (one, other, at) => {
      expect(mailboxOf(`${one}@${at}`) === mailboxOf(`${other}@${at}`)).toBe(one === other);
    }),
    { numRuns: runs(2_000) },
  );
});

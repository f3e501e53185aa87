import { hkdfSync } from "node:crypto";
import fc from "fast-check";
import { compactDecrypt } from "jose";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Purpose, seal, unseal } from "~/sealing.server";
import { runs } from "../setup/effort";

const anything = z.unknown();
const PURPOSES: readonly Purpose[] = ["order", "quote", "session", "botToken", "stamp"];
const anyPurpose = fc.constantFrom(...PURPOSES);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module as a process with these secrets has it. */
async function sealingWith(secrets: string) {
  vi.stubEnv("SESSION_SECRETS", secrets);
  vi.resetModules();
  return import("~/sealing.server");
}
const NEW = "the-new-secret-is-long-enough-for-anybody";
const OLD = "the-old-secret-is-long-enough-for-anybody";

it("what was sealed opens as it was", async () => {
  await fc.assert(
    fc.asyncProperty(anyPurpose, fc.json(), async (purpose, json) => {
      const content: unknown = JSON.parse(json);
      expect(await unseal(purpose, anything, await seal(purpose, content))).toEqual(content);
    }),
    { numRuns: runs(1_000) },
  );
});

it("the same content seals to the same text, other content to another", async () => {
  expect(await seal("order", { a: 1 })).toBe(await seal("order", { a: 1 }));
  expect(await seal("order", { a: 1 })).not.toBe(await seal("order", { a: 2 }));
});

it("no two contents are encrypted with the same nonce", async () => {
  const nonces = await Promise.all([1, 2, 3].map(async (a) => (await seal("order", { a })).split(".")[2]));
  expect(new Set(nonces).size).toBe(3);
});

it("the text is safe in an address and tells nothing", async () => {
  const text = await seal("order", { email: "buyer@example.com" });
  expect(text).toMatch(/^[A-Za-z0-9._-]+$/);
  expect(Buffer.from(text, "base64url").toString()).not.toContain("buyer");
});

it.each(PURPOSES)("what is sealed as %s opens for no other purpose", async (purpose) => {
  const text = await seal(purpose, { a: 1 });
  const opened = await Promise.all(PURPOSES.map((other) => unseal(other, anything, text)));
  expect(opened.map((content) => content !== undefined)).toEqual(PURPOSES.map((other) => other === purpose));
});

it("a text with one character changed, or one more or less, never opens to anything else", async () => {
  const content = { plan: "year", amount: 59.99 };
  const text = await seal("quote", content);
  const anywhere = fc.integer({ min: 0, max: text.length - 1 });
  const inserted = fc.stringMatching(/^[A-Za-z0-9._=-]{0,2}$/);
  await fc.assert(
    fc.asyncProperty(anywhere, inserted, async (at, by) => {
      const changed = text.slice(0, at) + by + text.slice(at + 1);
      fc.pre(changed !== text);
      expect(await unseal("quote", anything, changed)).toBeUndefined();
    }),
    { numRuns: runs(2_000) },
  );
});

it("a text whose bytes are the same, in another spelling, is not opened", async () => {
  const text = await seal("session", { a: 1 });
  // The last letter has four spare bits.
  const spare = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  expect(Buffer.from(spare.split(".")[4] ?? "", "base64url")).toEqual(
    Buffer.from(text.split(".")[4] ?? "", "base64url"),
  );
  for (const other of [spare, `${text}=`, ` ${text}`, `${text.slice(0, 50)}\n${text.slice(50)}`])
    expect(await unseal("session", anything, other)).toBeUndefined();
});

it("the text is a JWE that other libraries open with the purpose's key", async () => {
  const { seal: sealOld } = await sealingWith(OLD);
  const key = new Uint8Array(hkdfSync("sha256", OLD, "vpn-checkout", "order", 32));
  const { plaintext, protectedHeader } = await compactDecrypt(await sealOld("order", { a: 1 }), key);
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ a: 1 });
  expect(protectedHeader).toEqual({ alg: "dir", enc: "A256GCM" });
});

it("garbage of any length opens to nothing", async () => {
  const garbage = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.stringMatching(/^[A-Za-z0-9_-]{0,40}(\.[A-Za-z0-9_-]{0,40}){4}$/),
  );
  await fc.assert(
    fc.asyncProperty(garbage, async (text) => {
      expect(await unseal("order", anything, text)).toBeUndefined();
    }),
    { numRuns: runs(1_000) },
  );
  expect(await unseal("order", anything, "a".repeat(1_000_000))).toBeUndefined();
});

it("a header that names another way of encryption is not followed", async () => {
  const [, ...rest] = (await seal("order", { a: 1 })).split(".");
  const header = Buffer.from(JSON.stringify({ alg: "none", enc: "A256GCM" })).toString("base64url");
  expect(await unseal("order", anything, [header, ...rest].join("."))).toBeUndefined();
});

it("content of another shape than expected is nothing", async () => {
  expect(await unseal("order", z.object({ b: z.string() }), await seal("order", { a: 1 }))).toBeUndefined();
});

it("after the secret was rotated, what the old one sealed still opens; new texts are the new one's", async () => {
  const before = await (await sealingWith(OLD)).seal("order", { a: 1 });
  const rotated = await sealingWith(`${NEW},${OLD}`);
  expect(await rotated.unseal("order", anything, before)).toEqual({ a: 1 });
  const after = await rotated.seal("order", { a: 1 });
  expect(await (await sealingWith(NEW)).unseal("order", anything, after)).toEqual({ a: 1 });
  expect(await (await sealingWith(NEW)).unseal("order", anything, before)).toBeUndefined();
});

it("a signature is good for its purpose and its text only, and stays so after the secret was changed", async () => {
  const before = await sealingWith(OLD);
  const signature = before.signatureOf("stamp", "form-1");
  const { isSigned, signatureOf } = await sealingWith(`${NEW},${OLD}`);
  expect(isSigned("stamp", "form-1", signature)).toBe(true);
  expect(isSigned("stamp", "form-1", signatureOf("stamp", "form-1"))).toBe(true);
  expect(isSigned("stamp", "form-2", signature)).toBe(false);
  expect(isSigned("botToken", "form-1", signature)).toBe(false);
  expect(isSigned("stamp", "form-1", "")).toBe(false);
  expect((await sealingWith(NEW)).isSigned("stamp", "form-1", signature)).toBe(false);
});

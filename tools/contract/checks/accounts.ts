import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { anonymousSignup } from "~/upstream/contract/visitor";
import type { Check } from "../check";
import { type Answered, read, send, type Target, wordsOf } from "../client";
import { refused } from "../purchases";

const signUp = (target: Target, email: string): Promise<Answered> =>
  send(target, anonymousSignup, { body: { email, recasign: "nojs.contract.signature" } });

/** The answers to an address that nobody knew, and then to the same one. */
async function signedUpTwice(target: Target) {
  const email = `contract-${randomUUID()}@example.com`;
  return [await signUp(target, email), await signUp(target, email)] as const;
}

export const accountChecks: readonly Check[] = [
  {
    name: "nobody signs up without proof that a person is there",
    weight: "nice",
    lost: "robots make accounts, and have mail sent to anybody",
    run: async (target) => {
      const sent = { body: { email: "contract@example.com", recasign: "" } };
      const { error } = await refused(target, { endpoint: anonymousSignup, sent }, 400);
      assert.equal(error.message, "token is empty");
    },
  },
  {
    name: "sign-up: a known address is answered as one that nobody knew",
    weight: "nice",
    lost: "whoever types an address into the sign-up learns whether its owner is a customer",
    run: async (target) => {
      const [unknown, known] = await signedUpTwice(target);
      assert.equal(wordsOf(known), wordsOf(unknown));
      const [first, second] = [read(anonymousSignup, unknown), read(anonymousSignup, known)];
      assert.ok(first.is_new === second.is_new && first.user_id === second.user_id, "the answers differ");
      assert.ok((first.token === undefined) === (second.token === undefined), "only one of them has a token");
    },
  },
  {
    name: "sign-up: nobody is given a token for typing an address",
    weight: "nice",
    lost: "a sign-up's token proves nothing: with it the site shows no plan and no receipts, and asks for no member's prices",
    run: async (target) => {
      const [unknown] = await signedUpTwice(target);
      assert.equal(read(anonymousSignup, unknown).token, undefined, "a token was answered");
    },
  },
  {
    name: "sign-up: link_sent",
    weight: "nice",
    lost: "nobody can sign in by mail: they need the app's link",
    run: async (target) => {
      for (const answered of await signedUpTwice(target))
        assert.ok(read(anonymousSignup, answered).link_sent === true, "not there");
    },
  },
];

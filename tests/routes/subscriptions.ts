import type { z } from "zod";
import { endpoints } from "~/upstream/contract/endpoints";
import {
  OPTIONAL_CALLS,
  subscriptionChange,
  subscriptionLink,
  subscriptionList,
} from "~/upstream/contract/subscriptions";
import { makeParams, makeSubscription } from "../mocks/builders";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";

type Given = Parameters<typeof makeSubscription>[0];

/** From now on the payments API knows of subscriptions, and lists these; what it is asked is kept. */
export function subscribed(...subscriptions: Given[]) {
  const asked: unknown[] = [];
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls: [...OPTIONAL_CALLS] })),
    responding(subscriptionList, async (request) => {
      asked.push(await request.json());
      return Response.json({ subscriptions: subscriptions.map((one) => makeSubscription(one)) });
    }),
  );
  return asked;
}

/** One change as the payments API was asked for it. */
interface AskedChange {
  key: string | null;
  body: unknown;
}

type ChangeAnswer = z.input<typeof subscriptionChange.answer>;

/** From now on the payments API makes changes, and answers them like this. */
export function changing(answer: Partial<ChangeAnswer> = {}) {
  const asked: AskedChange[] = [];
  upstream.use(
    responding(subscriptionChange, async (request) => {
      asked.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
      return Response.json({ subscription: makeSubscription(), ...answer });
    }),
  );
  return asked;
}

/** From now on the payments API mails links. */
export function mailingLinks() {
  const asked: unknown[] = [];
  upstream.use(
    responding(subscriptionLink, async (request) => {
      asked.push(await request.json());
      return Response.json({ sent: true });
    }),
  );
  return asked;
}

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { orderStatus } from "~/orders/order-status.server";
import { pd } from "~/providers/pd.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { PD_STATUS_HASHES, pathOfStatus } from "~/upstream/contract/purchase-calls";
import { visitorOf } from "~/visitor/visitor.server";
import { makeProfile, makeResult } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { makeRequest, memberCookie } from "../visitor/requests";

const caller = { requestId: "req-1", appType: 502 };
const DAY_S = 86_400;

beforeEach(forgetUpstream);
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

/** The forms of `{hash}_status` that were asked for since, in an API that has the given ones only. */
function apiWith(hashes: readonly string[], answer: object = makeResult()): string[] {
  const asked: string[] = [];
  for (const hash of PD_STATUS_HASHES) {
    const call = { ...endpoints.pdPurchaseStatus, path: pathOfStatus(hash, "ord_1") };
    upstream.use(
      responding(call, () => {
        asked.push(hash);
        return hashes.includes(hash)
          ? Response.json(answer)
          : Response.json({ code: 404, msg: "no such path" }, { status: 404 });
      }),
    );
  }
  return asked;
}

it.each(PD_STATUS_HASHES)(
  "an API that tells of pd at %s_status is found, and asked there from then on",
  async (hash) => {
    const asked = apiWith([hash]);
    expect(await pd.ask("ord_1", caller)).toMatchObject({ status: "success" });
    expect(asked.at(-1)).toBe(hash);
    asked.length = 0;
    await pd.ask("ord_1", caller);
    expect(asked).toEqual([hash]);
  },
);

it("where none answers the order waits, and no form is tried again for a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const asked = apiWith([]);
  expect(await pd.ask("ord_1", caller)).toMatchObject({ status: "pending", money_taken: "unknown" });
  expect(asked).toEqual(PD_STATUS_HASHES);
  await pd.ask("ord_1", caller);
  expect(asked).toHaveLength(PD_STATUS_HASHES.length);
  vi.setSystemTime(Date.now() + 61_000);
  await pd.ask("ord_1", caller);
  expect(asked).toHaveLength(2 * PD_STATUS_HASHES.length);
});

it("an order's id never changes the path but for itself", () => {
  expect(pathOfStatus("common/pd/{order}", "ord_1")).toBe("/api/mms/payment/v1/providers/common/pd/ord_1_status");
  expect(() => pathOfStatus("{order}", "../../../account")).toThrow();
});

const ordered = (endsOn: number) => makeOrder({ provider: "pd", account: { userId: 42, endsOn } });

async function statusFor(order: ReturnType<typeof ordered>, vip: { remain_time: number }, user_id = 42) {
  apiWith([]);
  upstream.use(answering(endpoints.profile, makeProfile({ user_id, vip })));
  const visitor = await visitorOf(makeRequest("/paystatus", { cookie: await memberCookie() }));
  const status = await orderStatus(order, visitor);
  return status.kind === "known" ? status.screen.kind : status.kind;
}

const today = () => Math.floor(Date.now() / 1000 / DAY_S);

it("where nothing tells of an order, its account running longer than at the sale does", async () => {
  expect(await statusFor(ordered(0), { remain_time: 365 * DAY_S })).toBe("success");
  expect(await statusFor(ordered(today() + 30), { remain_time: 395 * DAY_S })).toBe("success");
});

it("an account that runs as long as before says nothing, and nor does another one", async () => {
  expect(await statusFor(ordered(0), { remain_time: 0 })).toBe("waiting");
  expect(await statusFor(ordered(today() + 30), { remain_time: 30 * DAY_S })).toBe("waiting");
  expect(await statusFor(ordered(0), { remain_time: 365 * DAY_S }, 43)).toBe("waiting");
});

it("an account's time is not asked for where the API tells of the order", async () => {
  apiWith(["pd"], { status: "pending" });
  const visitor = await visitorOf(makeRequest("/paystatus", { cookie: await memberCookie() }));
  upstream.use(answering(endpoints.profile, makeProfile({ vip: { remain_time: 365 * DAY_S } })));
  expect(await orderStatus(ordered(0), visitor)).toMatchObject({ screen: { kind: "waiting" } });
});

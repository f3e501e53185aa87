import type { z } from "zod";
import { geoInfo, profile } from "~/upstream/contract/visitor";
import type { Context } from "../context";
import { syncForBuyer } from "../orders/advance";
import { endOf, paidUntil } from "../orders/paid-time";
import { runningSubscriptions } from "../subscriptions/owned";
import { tendIn, tendOfUser } from "../subscriptions/tend";
import { timeOf } from "../time";
import { failure } from "./failure";
import { tokenUser } from "./proof/token-user";
import type { routesIn } from "./route";

const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region" });

/** The country that prices are shown for at an address; empty: not known. */
export async function countryOf(context: Context, address: string): Promise<string> {
  return (await context.countryOf(address)) ?? (await context.defaultCountry()) ?? "";
}

export function visitorRoutes(context: Context, { posting, reading }: ReturnType<typeof routesIn>) {
  /** The subscription that the account has at present; the ones that renew come first. */
  async function ownSubscription(userId: number): Promise<Pick<z.input<typeof profile.answer>, "subscription">> {
    const [running] = await runningSubscriptions(context.db, userId, context.now());
    if (!running) return {};
    const { plan_id, source, state, ends_at } = running;
    return { subscription: { plan_id, source, renews: state === "active", until: timeOf(ends_at) } };
  }

  /** What an app is told that a code let in: the one order, with what became of it since. */
  async function buyerProfile(orderId: string, { user_id, email }: { user_id: number; email: string }) {
    await tendIn(context, { kind: "order", orderId, userId: null, email });
    const until = (await syncForBuyer(context, orderId))?.row.state === "done" ? await endOf(context.db, orderId) : 0;
    const remain_time = Math.max(0, Math.ceil((until - context.now()) / 1000));
    return { user_id, email, is_password_set: 0, vip: { remain_time } };
  }

  return {
    geoInfo: posting(geoInfo, async (_, { address }) => {
      const country_code = await countryOf(context, address);
      const country = country_code === "" ? "" : (COUNTRY_NAMES.of(country_code) ?? "");
      return { user_ip: address, country, country_code };
    }),
    profile: reading(profile, async (_, { token }) => {
      const user = await tokenUser(context, token);
      if (user === undefined) throw failure("token_invalid");
      const { user_id, email, password_set } = user;
      if (user.orderId !== undefined) return buyerProfile(user.orderId, user);
      // Whoever typed the address learns nothing of what its owner has.
      if (!user.isProven) return { user_id, email, is_password_set: 0, vip: { remain_time: 0 } };
      await tendOfUser(context, user_id);
      const until = await paidUntil(context.db, email, user_id);
      const remain_time = Math.max(0, Math.ceil((until - context.now()) / 1000));
      const subscription = await ownSubscription(user_id);
      return { user_id, email, is_password_set: password_set, vip: { remain_time }, ...subscription };
    }),
  };
}

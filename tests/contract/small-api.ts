import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { PROVIDERS_PATH } from "~/upstream/contract/endpoint";
import { SITE } from "../sandbox/running-sandbox";

/** What a payments API of the specification may get wrong so that it costs money or shows other people's data. */
export const DANGERS = {
  "invoices for a forged sign": "a forged sign lists no invoices",
  "invoices without a sign": "no sign lists no invoices",
  "mails invoices for a forged sign": "a forged sign sends no invoice",
  "a profile without a token": "no profile without a token",
  "a profile for any token": "an invented token opens no profile",
  "somebody's token for their address": "whoever types an address that has an account is not given its token",
  "any return host": "so: whoever has paid comes back to the site only",
  "a host that begins like the site's": "rz: whoever has paid comes back to the site only",
  "any cancel host": "ps: whoever turns back comes back to the site only",
  "sells for any amount": "so: a plan is not sold below its price",
  "takes any amount and says nothing": "pd: a plan is not sold above its price",
  "any coupon": "rb/check_coupon: a coupon that there is not is not valid",
  "two orders under one key": "so: where keys are said to count, the same key is the same order",
  "orders without a key": "so: where keys count, a purchase without one is refused",
  "paid before it is": "so: an order that nobody has paid is not said to be paid",
  "any order is paid": "pd: an order that there is not is not said to be paid",
  "any app's purchase is paid": "gap: a purchase that no app made is not said to be paid",
  "any signature pays": "rz: a payment that is not signed by the provider pays nothing",
  "any return pays": "ps: return parameters that the browser made up pay nothing",
  "somebody's order": "an order of another buyer's is not handed to whoever names its number",
  "the buyer's address": "an order's result does not tell its buyer's address",
  "a user's plan": "user_id: a purchase in the name of a user whom nothing proves is not that user's",
} as const;
export type Danger = keyof typeof DANGERS;

type Fields = Record<string, unknown>;
interface Reply {
  status: number;
  body: unknown;
}

const PRICE = 47.88;
const PLANS = [
  { id: "yearly", price_amount: PRICE, price_unit: 3.99, currency: "USD" },
  { id: "monthly", price_amount: 11.99, price_unit: 11.99, currency: "USD" },
];

const ok = (body: unknown): Reply => ({ status: 200, body });
const refuse = (status: number): Reply => ({ status, body: { code: status, msg: "no" } });

/** A payments API that knows the specification only, with one mistake. @returns its base address; it ends with the test */
export async function smallApi(danger?: Danger): Promise<string> {
  const orders = new Map<string, Fields>();
  const keys = new Map<string, string>();
  const accounts = new Map<string, string>();
  const has = (one: Danger) => danger === one;
  const knowsKeys = has("two orders under one key") || has("orders without a key");
  let base = "";

  const isHome = (address: unknown): boolean =>
    address === undefined || (URL.canParse(String(address)) && new URL(String(address)).origin === SITE);

  function comesHome({ return_url, callback_url, cancel_url }: Fields): boolean {
    const back = return_url ?? callback_url;
    const looksAlike = has("a host that begins like the site's") && String(back).startsWith(SITE);
    return (isHome(back) || has("any return host") || looksAlike) && (isHome(cancel_url) || has("any cancel host"));
  }

  const isAnyAmount = has("sells for any amount") || has("takes any amount and says nothing");

  /** The status of a refusal; undefined: the order opens. */
  function objection(sent: Fields, key: string | undefined): number | undefined {
    const plan = PLANS.find(({ id }) => id === sent.plan_id);
    if (!plan) return 404;
    if (!comesHome(sent)) return 422;
    if (sent.amount !== plan.price_amount && !isAnyAmount) return 409;
    return key === undefined && has("two orders under one key") ? 400 : undefined;
  }

  function orderIdOf(sent: Fields, key: string | undefined): string {
    const known = key === undefined || has("two orders under one key") ? undefined : keys.get(key);
    const taken = has("somebody's order") ? sent.order_id : undefined;
    return String(taken ?? (knowsKeys ? known : undefined) ?? randomUUID());
  }

  function open(sent: Fields, key: string | undefined): Reply {
    const status = objection(sent, key);
    if (status !== undefined) return refuse(status);
    const order_id = orderIdOf(sent, key);
    orders.set(order_id, sent);
    if (key !== undefined) keys.set(key, order_id);
    return ok({ order_id, url: `${base}/pay/${order_id}` });
  }

  const isPaid = (sent: Fields): boolean =>
    has("paid before it is") ||
    (has("any signature pays") && sent.razorpay_signature !== undefined) ||
    (has("any return pays") && sent.payer_id !== undefined);

  function result(path: string, sent: Fields): Reply {
    const order = orders.get(String(sent.order_id));
    const isAnybodys = has("any order is paid") || (has("any app's purchase is paid") && path.startsWith("gap"));
    if (!order) return isAnybodys ? ok({ status: "paid" }) : refuse(404);
    return ok({
      status: isPaid(sent) ? "paid" : "created",
      ...(has("the buyer's address") ? { buyer: order.email } : {}),
      ...(has("a user's plan") && order.user_id !== undefined ? { vip: { remain_time: 99 } } : {}),
    });
  }

  function signUp({ email, recasign }: Fields): Reply {
    if (recasign === "") return refuse(400);
    const known = accounts.get(String(email));
    if (known !== undefined) return has("somebody's token for their address") ? ok({ token: known }) : refuse(409);
    const token = String(accounts.size + 1);
    accounts.set(String(email), token);
    return ok({ token });
  }

  function profile(bearer: string | undefined): Reply {
    const isOpen = bearer === undefined ? has("a profile without a token") : has("a profile for any token");
    const isKnown = [...accounts.values()].includes(bearer ?? "");
    return isOpen || isKnown ? ok({ user_id: isKnown ? bearer : 1 }) : refuse(401);
  }

  function invoices({ sign }: Fields): Reply {
    const isOpen = sign === undefined ? has("invoices without a sign") : has("invoices for a forged sign");
    return isOpen ? ok([{ invoice_id: "1" }]) : refuse(401);
  }

  function payPage(orderId: string): Reply {
    if (has("takes any amount and says nothing")) return ok("Pay here");
    return ok(`Pay ${has("sells for any amount") ? String(orders.get(orderId)?.amount) : PRICE} here`);
  }

  /** By path; below the providers' by what follows theirs. */
  const reads: Readonly<Record<string, (sent: Fields, request: IncomingMessage) => Reply>> = {
    "/api/mms/account/v1/web/profile": (_, { headers }) => profile(headers.authorization?.replace("Bearer ", "")),
    "/ws/mm/reca/r3/account/v1/web/anonymous_signup": signUp,
    "/l10n/prices": () => ok({ products: [] }),
    plans: () => ok(PLANS),
    "common/params": () => ok(knowsKeys ? { idempotency_keys: true } : {}),
    "rb/check_coupon": () => ok({ valid: has("any coupon") }),
    "be/list": invoices,
    "be/send": () => (has("mails invoices for a forged sign") ? ok({ code: 0 }) : refuse(401)),
  };

  function answer(path: string, sent: Fields, request: IncomingMessage): Reply {
    const name = path.replace(`${PROVIDERS_PATH}/`, "");
    const read = reads[name];
    if (read) return read(sent, request);
    if (path.startsWith("/pay/")) return payPage(path.slice("/pay/".length));
    if (/(^|\/)(pre)?purchase$|create_subscription$/.test(name))
      return open(sent, request.headers["idempotency-key"]?.toString());
    return /_(result|status)$/.test(name) ? result(name, sent) : refuse(404);
  }

  const server = createServer(async (request, response) => {
    const sent = request.method === "POST" ? await json(request).catch(() => undefined) : {};
    const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
    const { pathname } = new URL(request.url ?? "/", "http://api");
    const { status, body } = isFields(sent) ? answer(pathname, sent, request) : refuse(400);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  base = `http://127.0.0.1:${isPort(address) ? address.port : 0}`;
  return base;
}

const isPort = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

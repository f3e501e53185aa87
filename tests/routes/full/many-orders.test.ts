import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countSending } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeParams, makeSoOrder } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { cookiesOf } from "../../visitor/requests";
import { fieldsOf, leadsTo, page, post, type Shown, shown } from "../site";

const PATH = "/payment/year";
/** So many unpaid orders of one network, and of one mailbox, are taken without a question. */
const OF_NETWORK = 60;
const OF_MAILBOX = 10;

let orders = 0;

beforeEach(() => {
  orders = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.use(
    answering(endpoints.commonParams, makeParams({ providers: ["so"] })),
    answering(endpoints.soPurchase, () => {
      orders += 1;
      return makeSoOrder({ order_id: `ord_${orders}` });
    }),
  );
});
afterEach(() => vi.useRealTimers());

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

interface Opened {
  form: Shown;
  headers: Record<string, string>;
}

/** Another browser each time, which keeps its cookies. */
async function open(address = "192.0.2.1"): Promise<Opened> {
  const form = await page(PATH, { "x-request-id": crypto.randomUUID(), "x-visitor-ip": address });
  return { form, headers: { cookie: cookiesOf(form.answer.headers), "x-visitor-ip": address } };
}

const made = (n: number) => `made-up-${n}@example.com`;
const pay = ({ form, headers }: Opened, email: string): Promise<Response> =>
  post(PATH, fieldsOf(form, { email, provider: "so", intent: "pay" }), headers);

/** Others at the same address have ordered, as much as is taken without a question unless said. */
async function others(amount = OF_NETWORK): Promise<void> {
  for (let n = 0; n < amount; n += 1) await countSending("unpaidOrder", { address: "192.0.2.1", email: made(n) });
}

it("of many orders from one address only the allowance is taken without a further press", async () => {
  await others(OF_NETWORK - 3);
  const buyer = await open();
  for (let n = 0; n < 6; n += 1) {
    // Each is a form of its own: an attempt of its own.
    const entered = { email: `person-${n}@example.com`, provider: "so", intent: "pay", attempt: crypto.randomUUID() };
    await post(PATH, fieldsOf(buyer.form, entered), buyer.headers);
  }
  expect(orders).toBe(3);
});

it("a buyer behind that address presses once more, with all that they entered, and goes on to pay", async () => {
  await others();
  const buyer = await open();
  const again = await shown(pay(buyer, "buyer@example.com"));
  expect([again.answer.status, orders]).toEqual([422, 0]);
  expect(again.see.getByRole("alert", { name: "Your payment hasn’t started" }).textContent).toContain("many orders");
  expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe("buyer@example.com");
  wait(2);
  const answer = await pay({ ...buyer, form: again }, "buyer@example.com");
  expect([answer.status, leadsTo(answer), orders]).toEqual([303, "/redirect", 1]);
});

it("a press that no person is quick enough for is asked for once more", async () => {
  await others();
  const buyer = await open();
  const first = await shown(pay(buyer, "buyer@example.com"));
  const second = await shown(pay({ ...buyer, form: first }, "buyer@example.com"));
  expect(second.see.getByRole("alert").textContent).toContain("submit the form again to confirm");
  wait(2);
  expect((await pay({ ...buyer, form: second }, "buyer@example.com")).status).toBe(303);
});

it("the press is good for one order only: another order with the same form's proof is asked again", async () => {
  await others();
  const again = await shown(pay(await open(), "buyer@example.com"));
  wait(2);
  const { form, headers } = await open();
  const stamp = fieldsOf(again).get("stamp") ?? "";
  expect(stamp).not.toBe("");
  const fields = fieldsOf(form, { email: "buyer@example.com", provider: "so", intent: "pay", stamp });
  expect([(await post(PATH, fields, headers)).status, orders]).toEqual([422, 0]);
});

it("a form that was taken is the same order when it is sent again, however many there were meanwhile", async () => {
  const buyer = await open();
  const first = await pay(buyer, "buyer@example.com");
  await others();
  const second = await pay(buyer, "buyer@example.com");
  expect([second.status, leadsTo(second), orders]).toEqual([303, leadsTo(first), 1]);
});

it("spellings of one mailbox are asked as one, from whatever network", async () => {
  const spelled = (n: number) =>
    `${[..."buyer"].map((letter, at) => (n & (1 << at) ? `${letter}.` : letter)).join("")}x`;
  for (let n = 0; n < 15; n += 1) await pay(await open(`198.51.100.${n}`), `${spelled(n)}@gmail.com`);
  expect(orders).toBe(OF_MAILBOX);
  expect((await pay(await open("203.0.113.9"), "somebody@gmail.com")).status).toBe(303);
});

it("a changed entry needs no further press after that one", async () => {
  await others();
  const buyer = await open();
  const again = await shown(pay(buyer, "buyer@example.com"));
  wait(2);
  const mistaken = await shown(pay({ ...buyer, form: again }, "no address"));
  expect(mistaken.answer.status).toBe(422);
  expect((await pay({ ...buyer, form: mistaken }, "buyer@example.com")).status).toBe(303);
});

it("the next network is not asked, and after ten minutes nobody is", async () => {
  await others();
  expect((await pay(await open("203.0.113.9"), "b@example.com")).status).toBe(303);
  wait(600);
  expect((await pay(await open(), "c@example.com")).status).toBe(303);
});

it("where the host names no address, buyers are not counted together", async () => {
  for (let n = 0; n <= OF_NETWORK; n += 1) await countSending("unpaidOrder", { address: "", email: made(n) });
  expect((await pay(await open(""), "buyer@example.com")).status).toBe(303);
});

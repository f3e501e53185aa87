import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makeParams, makeRbOrder, makeSoOrder } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { cookiesOf } from "../../visitor/requests";
import { fieldsOf, leadsTo, page, post, type Shown, shown } from "../site";

const PATH = "/payment/year";
const FREE = makeCoupon({ coupon_id: "FREE", discount: { type: "percent", value: 100 } });

let orders = 0;

beforeEach(() => {
  orders = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.use(
    answering(endpoints.commonParams, makeParams({ providers: ["so"] })),
    answering(endpoints.checkCoupon, FREE),
    answering(endpoints.soPurchase, () => {
      orders += 1;
      return makeSoOrder({ web_url: null });
    }),
  );
});
afterEach(() => vi.useRealTimers());

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** Another browser each time, which keeps its cookies; the form is open for half a minute. */
async function open(seconds = 30, path = `${PATH}?coupon=FREE`, address = "192.0.2.1") {
  const form = await page(path, { "x-request-id": crypto.randomUUID(), "x-visitor-ip": address });
  wait(seconds);
  return { form, headers: { cookie: cookiesOf(form.answer.headers), "x-visitor-ip": address } };
}
type Opened = Awaited<ReturnType<typeof open>>;

const send = ({ form, headers }: Opened, entered: Record<string, string> = {}): Promise<Response> =>
  post(PATH, fieldsOf(form, { email: "buyer@example.com", ...entered }), headers);
const told = ({ see }: Shown) => see.getByRole("alert").textContent;

it("a person who takes their time is given the order", async () => {
  const answer = await send(await open());
  expect([answer.status, leadsTo(answer), orders]).toEqual([303, "/paystatus", 1]);
});

it("a form that is sent faster than a person could comes back, and then passes as the same purchase", async () => {
  const opened = await open(1);
  const again = await shown(send(opened));
  expect([again.answer.status, orders]).toEqual([422, 0]);
  expect(told(again)).toContain("submit the form again to confirm");
  wait(2);
  expect((await send({ ...opened, form: again })).status).toBe(303);
});

it.each([
  ["without the stamp", { stamp: "" }],
  ["with a token of a script that nobody judges", { stamp: "", recasign: "03AFcWeA" }],
  ["with the hidden field filled in", { subject: "Best prices" }],
])("a form %s is given nothing", async (_, entered) => {
  expect((await send(await open(), entered)).status).toBe(422);
  expect(orders).toBe(0);
});

it("through a guarded provider, too, a form without a stamp is given nothing, whatever its token", async () => {
  upstream.use(
    answering(endpoints.commonParams, makeParams({ providers: ["rb"] })),
    answering(endpoints.rbCreateSubscription, () => {
      orders += 1;
      return makeRbOrder({ redirect_url: null });
    }),
  );
  expect((await send(await open(), { stamp: "", recasign: "03AFcWeA" })).status).toBe(422);
  expect(orders).toBe(0);
  expect((await send(await open(), { recasign: "03AFcWeA" })).status).toBe(303);
});

it("where something is to be paid the form carries nothing of the check", async () => {
  const { form } = await open(30, PATH);
  expect(form.document.querySelector("[name=stamp], [name=subject]")).toBeNull();
});

it("a browser is given three in ten minutes, then told when to come back; its form stays", async () => {
  const first = await open();
  for (let n = 0; n < 3; n += 1) {
    const form = await page(`${PATH}?coupon=FREE`, first.headers);
    wait(30);
    expect((await send({ ...first, form }, { email: `made-up-${n}@example.com` })).status).toBe(303);
  }
  const again = await shown(send(first, { email: "made-up-4@example.com" }));
  expect([again.answer.status, orders]).toEqual([429, 3]);
  expect(again.see.getByRole("alert", { name: "Too many attempts" })).toBeDefined();
  expect(told(again)).toMatch(/Too many attempts. Try again in \d+ minutes/);
  expect(Number(again.answer.headers.get("retry-after"))).toBeGreaterThan(400);
  expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe("made-up-4@example.com");
  wait(600);
  expect((await send({ ...first, form: again })).status).toBe(303);
});

it("made-up addresses and thrown away cookies bring ten from one network, and the next network its own", async () => {
  for (let n = 0; n < 12; n += 1) await send(await open(), { email: `made-up-${n}@example.com` });
  expect(orders).toBe(10);
  expect((await send(await open(30, `${PATH}?coupon=FREE`, "203.0.113.9"))).status).toBe(303);
});

it("spellings of one mailbox are one buyer", async () => {
  for (const email of ["once@gmail.com", "o.nce@gmail.com", "on.ce@googlemail.com", "o.n.c.e@gmail.com"])
    await send(await open(), { email });
  expect(orders).toBe(3);
});

it("a form that is sent again is the same order, and counts once", async () => {
  const opened = await open();
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await send(opened)).status);
  expect([answers, orders]).toEqual([Array.from({ length: 6 }, () => 303), 1]);
});

it("a buyer who pays behind an address that was given too much is not stopped", async () => {
  for (let n = 0; n < 12; n += 1) await send(await open(), { email: `made-up-${n}@example.com` });
  const buyer = await open(0, PATH);
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  const answer = await send(buyer, { provider: "so" });
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { cookiesOf } from "../../visitor/requests";
import { BUYER } from "../buying";
import { fieldsOf, page, post, type Shown, shown } from "../site";

const PATH = "/payment/year";
const NOT_NOW = "We can’t check coupons right now";
const UNKNOWN = "We don’t recognize this coupon";

/** The codes that the payments API was asked about. */
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  upstream.use(
    answering(endpoints.checkCoupon, ({ url }) => {
      const code = new URL(url).searchParams.get("coupon_id") ?? "";
      asked.push(code);
      if (code.startsWith("PLACE")) return makeCoupon({ valid: false, discount: null, reason: "wrong_plan" });
      return code === "WELCOME20" ? makeCoupon() : makeCoupon({ valid: false, discount: null, reason: "unknown" });
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

/** A browser that keeps its cookies. */
async function openBrowser() {
  const form = await page(PATH, { "x-request-id": crypto.randomUUID() });
  return { form, cookie: cookiesOf(form.answer.headers) };
}
type Browser = Awaited<ReturnType<typeof openBrowser>>;

const apply = ({ form, cookie }: Browser, coupon: string): Promise<Shown> =>
  shown(post(PATH, fieldsOf(form, { ...BUYER, coupon, intent: "apply-coupon" }), { cookie }));
const open = ({ cookie }: Browser, coupon: string): Promise<Shown> => page(`${PATH}?coupon=${coupon}`, { cookie });
const told = ({ see }: Shown) => see.getByRole("alert").textContent;

/** No answer of a slowed network is waited for. */
function withoutWaiting() {
  const real = setTimeout;
  return vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation((run, ms, ...args) => real(run, ms === 2_000 ? 0 : ms, ...args));
}

it.each([
  ["applied", apply],
  ["in the address", open],
])(
  "after ten wrong codes %s a browser is told that coupons cannot be checked now, right ones too",
  async (_, guess) => {
    const browser = await openBrowser();
    for (let n = 0; n < 10; n += 1) expect(told(await guess(browser, `GUESS${n}`))).toContain(UNKNOWN);
    expect(told(await guess(browser, "GUESS10"))).toContain(NOT_NOW);
    expect(told(await guess(browser, "WELCOME20"))).toContain(NOT_NOW);
    expect(asked).toHaveLength(10);
  },
);

it("the same wrong code counts each time, and codes sent at once count as well", async () => {
  const browser = await openBrowser();
  await Promise.all(Array.from({ length: 20 }, () => apply(browser, "GUESS")));
  expect(asked).toHaveLength(10);
});

it("whoever has guessed too often can pay all the same", async () => {
  const browser = await openBrowser();
  for (let n = 0; n < 11; n += 1) await apply(browser, `GUESS${n}`);
  const again = await apply(browser, "GUESS");
  expect(again.see.getByRole("button", { name: "Pay €54.99" })).toBeDefined();
  const { cookie } = browser;
  expect((await post(PATH, fieldsOf(again), { cookie })).status).toBe(303);
});

it("right codes, and right ones in the wrong place, count against nobody", async () => {
  const browser = await openBrowser();
  for (let n = 0; n < 20; n += 1) {
    await open(browser, "WELCOME20");
    await open(browser, `PLACE${n}`);
  }
  const { document } = await apply(browser, "WELCOME20");
  expect(document.querySelector(".line-coupon dd")?.textContent).toBe("−€11.00");
});

it("a coupon service that is down counts against nobody", async () => {
  const browser = await openBrowser();
  upstream.use(refusing(endpoints.checkCoupon, 422));
  for (let n = 0; n < 12; n += 1) await open(browser, "WELCOME20");
  upstream.use(answering(endpoints.checkCoupon, makeCoupon()));
  expect((await apply(browser, "WELCOME20")).document.querySelector(".line-coupon")).not.toBeNull();
});

it("a guesser who throws the cookies away is slowed down, and a buyer behind the same address still gets the coupon and pays", async () => {
  for (let n = 0; n < 30; n += 1) await open(await openBrowser(), `GUESS${n}`);
  const timers = withoutWaiting();
  const slowed = () => timers.mock.calls.filter(([, ms]) => ms === 2_000).length;
  const guessed = await Promise.all(Array.from({ length: 40 }, async (_, n) => open(await openBrowser(), `MORE${n}`)));
  expect(slowed()).toBeGreaterThan(0);
  expect(guessed.every((shownPage) => shownPage.answer.status === 200)).toBe(true);
  const before = slowed();
  const buyer = await openBrowser();
  const applied = await apply(buyer, "WELCOME20");
  expect(slowed()).toBe(before + 1);
  expect(applied.see.getByRole("button", { name: "Pay €43.99" })).toBeDefined();
  expect((await post(PATH, fieldsOf(applied), { cookie: buyer.cookie })).status).toBe(303);
});

import type { BrowserKind } from "./browser";
import { type Chance, chanceOf } from "./chance";
import type { PaymentsApi } from "./payments-api";
import { Purchase } from "./purchase";
import { LANGUAGES, type Link, type Stance, Visitor, type World } from "./visitor";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Does something in so many milliseconds. */
export type Later = (ms: number, deed: () => Promise<void>) => void;

/** Plans one visit: who comes, from where, what they look at and whether they buy. The same for the same number. */
export function planVisit(number: number, world: World, api: PaymentsApi, later: Later): void {
  const chance = chanceOf(number);
  const stance = chance.oneOf<Stance>("agreed", "refused", "signal", "nobodyAsks", "asked", "nobodyAsks");
  const visitor = visitorWith(chance, stance, world);
  const isForgetful = !visitor.browser.kind.keepsCookies;
  const pages = chance.between(1, 4);
  for (let page = 0; page < pages; page += 1) {
    const [rest, shows] = chance.oneOf<readonly [string, "plans" | "nothing"]>(
      ["/", "plans"],
      ["/pricing", "plans"],
      ["/account", "nothing"],
    );
    const link = !isForgetful && (page === 0 || chance.is(0.1)) ? linkOf(chance) : {};
    later(page * 40 * SECOND, async () => {
      if (page === 1 && stance === "agreed" && chance.is(0.1)) visitor.withdraw();
      await visitor.look(rest, shows, link);
    });
  }
  if (chance.is(BUYING) && !isForgetful)
    later(pages * 40 * SECOND, () =>
      buy(chance, visitor, new Purchase(visitor, api, world.books, chance), { world, api, later }),
    );
}

/** The share of visitors who send the checkout's form. */
const BUYING = 0.04;

function visitorWith(chance: Chance, stance: Stance, world: World): Visitor {
  const mode = chance.oneOf<BrowserKind["mode"]>("scripts", "picture", "light", "scripts");
  const isForgetful = stance === "nobodyAsks" && mode === "picture" && chance.is(0.2);
  // Only the network address tells where a visitor is.
  const network = stance === "asked" ? GERMAN : AMERICAN;
  const kind = {
    mode,
    address: network + chance.between(1, 5),
    hasPrivacySignal: stance === "signal",
    keepsCookies: !isForgetful,
    clockError: chance.oneOf(0, -3 * 60 * MINUTE, 26 * 60 * MINUTE),
  };
  const visitor = new Visitor(world, chance, kind, stance, isForgetful ? "en" : chance.oneOf(...LANGUAGES));
  if (!isForgetful && chance.is(0.2)) visitor.wasHereBefore();
  else if (mode === "scripts" && chance.is(0.1)) visitor.hasStorageOnly();
  return visitor;
}

export const GERMAN = "203.0.113.";
const AMERICAN = "198.51.100.";

function linkOf(chance: Chance): Link {
  const link: Link = {};
  if (chance.is(0.3)) link.utm_source = chance.oneOf("mail", "video", "search");
  if (chance.is(0.2)) link.channel = chance.oneOf("app", "partner");
  if (chance.is(0.4)) link.click = { param: chance.oneOf("cjevent", "cfclick", "admitad_uid"), id: chance.uuid() };
  return link;
}

interface Around {
  world: World;
  api: PaymentsApi;
  later: Later;
}

async function buy(chance: Chance, visitor: Visitor, purchase: Purchase, { world, api, later }: Around): Promise<void> {
  const outcome = chance.oneOf("approve", "approve", "approve", "pending", "decline", "cancel", "leave");
  const comesBack = chance.is(0.6);
  const formsId = await visitor.look("/payment/monthly", "checkout");
  await purchase.submit(formsId);
  await purchase.handOff(formsId);

  const pay = async () => {
    await purchase.press(outcome === "pending" ? "pending" : "approve", 5 * 60);
    purchase.book(formsId);
    if (chance.is(0.1)) await purchase.isFollowed();
    if (comesBack) await purchase.comeBack(formsId);
    const reloads = comesBack ? chance.between(0, 4) : 0;
    for (const ms of [10 * SECOND, 8 * MINUTE, 60 * MINUTE].slice(0, reloads)) later(ms, () => purchase.seeStatus());
    if (chance.is(0.05))
      later(95 * MINUTE, async () => {
        world.books.refunds.add(purchase.orderId);
        await api.refund(purchase.orderId);
      });
  };
  const payAfterDecline = async () => {
    await purchase.press("decline");
    await purchase.comeBack(formsId);
    later(30 * SECOND, async () => {
      await purchase.submit(formsId);
      await purchase.handOff(formsId);
      later(20 * SECOND, pay);
    });
  };
  const giveUp = async () => {
    if (outcome === "leave") return;
    await purchase.press("cancel");
    await purchase.comeBack(formsId);
  };
  if (outcome === "approve" || outcome === "pending") later(20 * SECOND, pay);
  else later(20 * SECOND, outcome === "decline" ? payAfterDecline : giveUp);
}

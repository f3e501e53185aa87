import type { Buyer, Goods } from "./market";

/** A pay form. Sending it again is the same purchase. */
export interface Form {
  readonly key: string;
  readonly provider: string;
  readonly buyer: Buyer;
  readonly goods: Goods;
  /** The declined order it goes on with. */
  readonly retryOf: string | undefined;
  readonly intent: Intent;
}

/** A person's wish to have a plan once, through however many forms, orders and attempts. */
export interface Intent {
  readonly person: string;
  readonly plan: string;
  readonly orderIds: Set<string>;
  /** The one before was paid by a charge after a cancel, which nobody may have been told of: then both may count as one. */
  readonly followsLateCharge: boolean;
}

/** A payment page that a buyer knows of. */
export interface Session {
  readonly orderId: string;
  /** Without the origin, which is another one after a restart. */
  readonly path: string;
  readonly amount: number;
}

/** Money that a provider takes at a moment, whatever the payments API then makes of it. */
export interface Taking {
  readonly orderId: string;
  readonly amount: number;
  readonly isRight: boolean;
  /** It comes after the provider had said that nothing would. */
  readonly isLate: boolean;
  readonly at: number;
}

/** What a bookkeeper beside the payments API notes: only what buyers sent, saw and pressed, never what the ledger says. */
export class Books {
  /** @param isAudited whether they are held against the ledger after every step; looking there brings orders up to the moment. */
  constructor(readonly isAudited: boolean) {}

  readonly forms: Form[] = [];
  readonly intents: Intent[] = [];
  readonly sessions: Session[] = [];
  /** Where a buyer has chosen what happens. */
  readonly pressed = new Set<Session>();
  readonly takings: Taking[] = [];
  /** Orders for which nothing was due. */
  readonly gifts = new Set<string>();
  /** Orders whose money a person gave back. */
  readonly refunded = new Set<string>();
  /** Which order each form was answered with. */
  readonly #answers = new Map<string, string>();

  /** A person who has paid begins anew; until then everything they send is about the same wish. */
  intentOf({ person }: Buyer, { plan }: Goods, now: number): Intent {
    const last = this.intents.findLast((one) => one.person === person && one.plan === plan);
    const orderIds = [...(last?.orderIds ?? [])];
    if (last !== undefined && !orderIds.some((id) => this.isPaid(id, now))) return last;
    const followsLateCharge = orderIds.some((id) => this.takingsOf(id, now).some(({ isLate }) => isLate));
    const intent = { person, plan, orderIds: new Set<string>(), followsLateCharge };
    this.intents.push(intent);
    return intent;
  }

  /** @throws where the form was answered with another order before. */
  answered({ key, intent }: Form, orderId: string): void {
    const before = this.#answers.get(key);
    if (before !== undefined && before !== orderId) throw new Error(`form ${key} was ${before} and is ${orderId} now`);
    this.#answers.set(key, orderId);
    if (!this.orderIds().includes(orderId)) intent.orderIds.add(orderId);
  }

  /** A buyer was told of an order, be it their own form's or the one that is under way already. */
  learned(intent: Intent, session: Session): void {
    if (!this.orderIds().includes(session.orderId)) intent.orderIds.add(session.orderId);
    if (!this.sessions.some(({ path }) => path === session.path)) this.sessions.push(session);
  }

  unpressed(): Session[] {
    return this.sessions.filter((session) => !this.pressed.has(session));
  }

  orderIds(): string[] {
    return this.intents.flatMap(({ orderIds }) => [...orderIds]);
  }

  takingsOf(orderId: string, now: number): Taking[] {
    return this.takings.filter((one) => one.orderId === orderId && one.at <= now);
  }

  /** The right amount was taken for it, which may be nothing, and no person gave it back. */
  isPaid(orderId: string, now: number): boolean {
    const isTaken = this.gifts.has(orderId) || this.takingsOf(orderId, now).some(({ isRight }) => isRight);
    return isTaken && !this.refunded.has(orderId);
  }
}

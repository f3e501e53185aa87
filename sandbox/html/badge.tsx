import type { AttemptState, OrderState } from "~/upstream/contract/purchase-result";
import type { Capture } from "../../payments/machine/order-record";
import type { MailRow } from "../../payments/mail/tables";
import type { SubscriptionRow } from "../../payments/subscriptions/tables";

/** What a state means for the buyer or the tester; it decides the colour, and is never told by colour alone. */
export type Tone = "good" | "bad" | "waiting" | "quiet";

interface BadgeProps {
  tone: Tone;
  /** Words of the API have underscores, which are shown as spaces. */
  word: string;
}

export const Badge = ({ tone, word }: BadgeProps) => (
  <span className={`badge ${tone}`}>{word.replaceAll("_", " ")}</span>
);

export const ORDER_TONES: Readonly<Record<OrderState, Tone>> = {
  open: "quiet",
  paying: "waiting",
  granting: "waiting",
  done: "good",
  expired: "quiet",
  cancelled: "quiet",
  review: "bad",
  refunded: "quiet",
};

export const OrderBadge = ({ state }: { state: OrderState }) => <Badge tone={ORDER_TONES[state]} word={state} />;

const ATTEMPT_TONES: Readonly<Record<AttemptState, Tone>> = {
  created: "quiet",
  sent: "waiting",
  needs_action: "waiting",
  processing: "waiting",
  succeeded: "good",
  declined: "bad",
  abandoned: "quiet",
  errored: "bad",
};

export const AttemptBadge = ({ state }: { state: AttemptState }) => <Badge tone={ATTEMPT_TONES[state]} word={state} />;

const CHARGE_TONES: Readonly<Record<Capture["state"], Tone>> = { kept: "good", refunded: "quiet", disputed: "bad" };

/** Of what a provider took, for an order or for a renewal. */
export const ChargeBadge = ({ state }: { state: Capture["state"] }) => (
  <Badge tone={CHARGE_TONES[state]} word={state} />
);

const SUBSCRIPTION_TONES: Readonly<Record<SubscriptionRow["state"], Tone>> = {
  active: "good",
  ending: "waiting",
  past_due: "bad",
  ended: "quiet",
  withdrawn: "quiet",
};

export const SubscriptionBadge = ({ state }: { state: SubscriptionRow["state"] }) => (
  <Badge tone={SUBSCRIPTION_TONES[state]} word={state} />
);

const MAIL_TONES: Readonly<Record<MailRow["state"], Tone>> = {
  queued: "waiting",
  kept: "good",
  sent: "good",
  failed: "bad",
};

export const MailBadge = ({ state }: { state: MailRow["state"] }) => <Badge tone={MAIL_TONES[state]} word={state} />;

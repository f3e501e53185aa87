import { soldIn, soldUntil } from "../../../payments/catalogue/sold";
import { moneyText } from "../../../payments/html/money-text";
import { shownTime } from "../../../payments/html/time";
import { buyerPlace } from "../../../payments/orders/buyer-place";
import type { RecordedEvent } from "../../../payments/orders/recorded-event";
import { ORDER_TONES, type Tone } from "../../html/badge";
import type { OrderHistory } from "./history";

type AttemptFacts = "id" | "position" | "provider" | "trial_days" | "renewal_amount" | "sold";

/** What sentences about an order's events name beside the event. */
interface NamedOrder extends Pick<OrderHistory, "country_code" | "time_zone"> {
  attempts: readonly Pick<OrderHistory["attempts"][number], AttemptFacts>[];
  grants: readonly Pick<OrderHistory["grants"][number], "attempt_id" | "starts_at" | "ends_at">[];
}

interface EventSentence {
  /** A sentence without its full stop. */
  sentence: string;
  tone: Tone;
}

/** An event of an order's history, as a sentence for a person. */
export function eventSentence({ event, before, after }: RecordedEvent, order: NamedOrder): EventSentence {
  switch (event.type) {
    case "attempt_started":
      return quiet(`${attemptName(order, event.attemptId)} begun for ${moneyText(event.price)}${withCoupon(event)}`);
    case "nothing_due":
      return {
        sentence: `${moneyText(event.price)} due${withCoupon(event)}: nobody was asked to pay`,
        tone: "good",
      };
    case "reported":
      return reportSentence(event.report, { name: attemptName(order, event.attemptId), before, after });
    case "time_over":
      return quiet("Expired: nothing was paid in time");
    case "superseded":
      return quiet("Superseded: the buyer began a new order for the same plan");
    case "granted":
      return { sentence: grantSentence(order), tone: "good" };
    case "refunded":
      return quiet(before === after ? "Asked to refund, but there was nothing to give back" : "Refunded in full");
  }
}

type ReportOfEvent = Extract<RecordedEvent["event"], { type: "reported" }>["report"];

interface Circumstances extends Pick<RecordedEvent, "before" | "after"> {
  /** The attempt's. */
  name: string;
}

function reportSentence(report: ReportOfEvent, { name, before, after }: Circumstances): EventSentence {
  switch (report.type) {
    case "sent":
      return { sentence: `${name} sent to the provider`, tone: "waiting" };
    case "action_required":
      return { sentence: `${name}: the bank asks the buyer to confirm (3-D Secure)`, tone: "waiting" };
    case "processing":
      return { sentence: `${name}: the provider is still working on it`, tone: "waiting" };
    case "abandoned":
      return quiet(
        `${name} given up: cancelled, replaced, out of time, or its trial or coupon was used by another payment`,
      );
    case "declined":
      return { sentence: `${name} declined: ${report.bucket}`, tone: "bad" };
    case "captured":
      return {
        sentence: `${name}: ${moneyText(report.paid)} taken, ${captureEffect(report.paidElsewhere, before, after)}`,
        tone: before === after ? "quiet" : ORDER_TONES[after],
      };
  }
}

/** What became of money that a provider took, as far as the order's states tell. */
function captureEffect(
  isPaidElsewhere: boolean,
  before: RecordedEvent["before"],
  after: RecordedEvent["after"],
): string {
  if (before === after) return `which changes nothing: the order stays “${after}”`;
  if (after !== "review") return "and kept";
  return isPaidElsewhere
    ? "and given back: another order of the buyer is paid. A person has to look at it"
    : "which is not what was due. A person has to look at it";
}

const quiet = (sentence: string): EventSentence => ({ sentence, tone: "quiet" });

const withCoupon = ({ hasCoupon }: { hasCoupon: boolean }): string => (hasCoupon ? ", with a coupon" : "");

/** "Attempt 1 with so"; of one that the order does not have: "Another attempt". */
function attemptName({ attempts }: NamedOrder, id: string): string {
  const attempt = attempts.find((one) => one.id === id);
  if (!attempt) return "Another attempt";
  const number = `Attempt ${attempt.position + 1}`;
  return attempt.provider === null ? number : `${number} with ${attempt.provider}`;
}

/** The end of what was bought: the grant's own end moves on with each renewal. */
function grantSentence({ attempts, grants: [grant], ...order }: NamedOrder): string {
  if (!grant) return "Granted";
  const paid = attempts.find(({ id }) => id === grant.attempt_id);
  const until =
    paid?.renewal_amount == null
      ? grant.ends_at
      : soldUntil(grant.starts_at, { sold: soldIn(paid), trialDays: paid.trial_days, place: buyerPlace(order) });
  return `Granted until ${shownTime(until)}`;
}

import { Time } from "../../../payments/html/time";
import { type RecordedEvent, recordedEvent } from "../../../payments/orders/recorded-event";
import { OrderBadge } from "../../html/badge";
import { eventSentence } from "./event-sentence";
import type { OrderHistory } from "./history";

/** The events of an order, oldest first, each as a sentence with what was recorded folded below it. */
export function Timeline({ order }: { order: OrderHistory }) {
  return (
    <ol className="timeline">
      {order.events.map((event) => (
        <TimelineEvent key={event.seq} event={event} order={order} />
      ))}
    </ol>
  );
}

interface TimelineEventProps {
  event: OrderHistory["events"][number];
  order: OrderHistory;
}

function TimelineEvent({ event: { at, type, detail }, order }: TimelineEventProps) {
  const recorded: unknown = JSON.parse(detail);
  const known = recordedEvent.safeParse(recorded).data;
  const { sentence, tone } = known ? eventSentence(known, order) : { sentence: type, tone: "quiet" };
  return (
    <li>
      <span className={`dot ${tone}`} />
      <small>
        <Time at={at} />
      </small>
      <p>
        {sentence} {known && <NewState recorded={known} />}
      </p>
      <details>
        <summary>As recorded: {type}</summary>
        <pre>{JSON.stringify(recorded, null, 2)}</pre>
      </details>
    </li>
  );
}

const NewState = ({ recorded: { before, after } }: { recorded: RecordedEvent }) =>
  before === after ? null : <OrderBadge state={after} />;

const HELD = "captures.state <> 'refunded' and captures.returned < captures.amount";

/** Money in review that waits for a person, as a condition on `orders` and `captures`: it is neither given back nor on its way. */
export const HELD_IN_REVIEW = `orders.state = 'review' and ${HELD}`;

/**
 * The orders that have any, as a condition on `orders`. A second payment for what another order had paid is in review, too, and goes back by
 * itself.
 */
export const WAITS_FOR_A_PERSON = `orders.state = 'review' and exists (
  select 1 from captures where captures.order_id = orders.id and ${HELD}
)`;

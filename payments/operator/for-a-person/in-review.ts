/**
 * The orders in review that wait for a person, as a condition on `orders`: some of their money is neither given back nor on its way. A
 * second payment for what another order had paid is in review, too, and goes back by itself.
 */
export const WAITS_FOR_A_PERSON = `orders.state = 'review' and exists (
  select 1 from captures
  where captures.order_id = orders.id and captures.state <> 'refunded' and captures.returned < captures.amount
)`;

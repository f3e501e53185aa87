import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * What the form was answered with that this document came with, for as long as the address is the same. The router forgets it as soon as a
 * link leads to another place of the page, such as from a summary of mistakes to the field: the form would lose its coupon and its messages.
 */
export function useAnswer<Action>() {
  const { pathname, search } = useLocation();
  const answer = useActionData<Action>() ?? undefined;
  const [first] = useState({ answer, address: pathname + search });
  return answer ?? (first.address === pathname + search ? first.answer : undefined);
}

import { useActionData } from "@remix-run/react";
import { useState } from "react";

/**
 * What the form was answered with that this document came with. The router forgets it as soon as a link leads to another place of the
 * page, such as from a summary of mistakes to the field: the form would lose its coupon and its messages.
 */
export function useAnswer<Action>() {
  const answer = useActionData<Action>() ?? undefined;
  const [first] = useState(answer);
  return answer ?? first;
}

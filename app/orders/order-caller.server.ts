import type { Caller } from "~/upstream/client.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { AnyOrder } from "./order-token.server";

/** Who asks about an order: the visitor, in the app the order was made for, whichever browser they came back in. */
export const callerFor = ({ appType }: AnyOrder, { caller }: Visitor): Caller => ({ ...caller, appType });

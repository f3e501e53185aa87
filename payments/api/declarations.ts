import { declare } from "~/upstream/contract/declarations";
import type { Context } from "../context";
import { takeDeclaration } from "../declarations/take";
import { timeOf } from "../time";
import { isEmail } from "./email";
import { failure } from "./failure";
import type { routesIn } from "./route";

export function declarationRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    declare: posting(declare, async (given, caller) => {
      const key = caller.idempotencyKey();
      if (!isEmail(given.email)) throw failure("email_invalid");
      if (given.manner === "extraordinary" && given.reason === undefined)
        throw failure("invalid_request", { detail: "reason" });
      const taken = await context.db.transaction().execute((tx) => takeDeclaration(context, tx, key, given));
      if (taken.kind !== "taken") throw failure(taken.kind);
      return { declared_at: timeOf(taken.row.declared_at), mailed: taken.row.mailed === 1 };
    }),
  };
}

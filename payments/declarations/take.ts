import type { BodyOf } from "~/upstream/contract/endpoint";
import type { declare } from "../../app/upstream/contract/declarations";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { declaredMail } from "../mail/declared-letter";
import { mayWriteAgain, writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import { fingerprintOf } from "../store/idempotency";
import { actBy } from "./act-by";
import type { DeclarationRow } from "./tables";

type Taken = { kind: "taken"; row: DeclarationRow } | { kind: "idempotency_conflict" };

/**
 * Stores a declaration and confirms it by mail, in the caller's transaction. Whether there is a contract is neither asked nor told: it
 * counts either way. The same key is the same declaration.
 */
export async function takeDeclaration(
  context: Context,
  tx: Tx,
  key: string,
  given: BodyOf<typeof declare>,
): Promise<Taken> {
  const { kind, name, contract, language = null } = given;
  const email = given.email.toLowerCase();
  const manner = kind === "cancel" ? (given.manner ?? "ordinary") : null;
  const { reason = null, end_on = null } = kind === "cancel" ? given : {};
  const content = { kind, name, contract, email, manner, reason, end_on };
  const fingerprint = fingerprintOf(content);
  const known = await tx.selectFrom("declarations").selectAll().where("key", "=", key).executeTakeFirst();
  if (known)
    return known.fingerprint === fingerprint ? { kind: "taken", row: known } : { kind: "idempotency_conflict" };
  const now = context.now();
  const isMailed = await mayWriteAgain(tx, "declared", email, now);
  const row = await tx
    .insertInto("declarations")
    .values({ key, fingerprint, ...content, language, ...timesOf(content, now), mailed: Number(isMailed) })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isMailed) await writeMail(await saleIn(context, tx), declaredMail(row, context.siteOrigin));
  return { kind: "taken", row };
}

const timesOf = (declared: Pick<DeclarationRow, "kind" | "end_on">, declared_at: number) => ({
  declared_at,
  act_by: actBy({ ...declared, declared_at }),
});

import { json, type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../../payments/context";
import { faultSchema } from "../../faults/fault";
import { activeFaults, addFaults, clearFaults, removeFault } from "../../faults/store";

const oneOrMore = z.union([faultSchema.transform((fault) => [fault]), z.array(faultSchema).max(100)]);
const oneOrAll = z.object({ id: z.coerce.number().int().optional() });

/** GET lists the faults, POST adds one or a list, DELETE clears all or the one of `?id=`; all answer with the list. */
export function faultsJsonRouter({ db }: Context): Router {
  const router = Router();
  const list = async (response: Response) => {
    response.json({ faults: await activeFaults(db) });
  };
  router.get("/control/faults.json", (_request, response) => list(response));
  router.post("/control/faults.json", json({ limit: "64kb" }), async ({ body }, response) => {
    const parsed = oneOrMore.safeParse(body);
    if (parsed.success) {
      await addFaults(db, parsed.data);
      await list(response);
    } else response.status(422).json({ error: z.prettifyError(parsed.error) });
  });
  router.delete("/control/faults.json", async ({ query }, response) => {
    const { id } = oneOrAll.parse(query);
    await (id === undefined ? clearFaults(db) : removeFault(db, id));
    await list(response);
  });
  return router;
}

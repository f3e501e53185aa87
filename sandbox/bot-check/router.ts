import { fileURLToPath } from "node:url";
import { type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { issueToken, SITE_KEY } from "./tokens";

const SCRIPTS = fileURLToPath(new URL("../scripts", import.meta.url));

const tokenForm = z.object({ key: z.literal(SITE_KEY), action: z.string().regex(/^[A-Za-z_/]{1,64}$/) });

/** The bot check's script, and the call by which it gets its tokens on the site's pages. */
export function botCheckRouter(context: Context): Router {
  const router = Router();
  router.get("/recaptcha/api.js", (_request, response) => response.sendFile("recaptcha.js", { root: SCRIPTS }));
  router.post("/recaptcha/token", urlencoded({ extended: false, limit: "1kb" }), (request, response) =>
    sendToken(context, request, response),
  );
  return router;
}

async function sendToken(context: Context, request: Request, response: Response): Promise<void> {
  response.set({ "Access-Control-Allow-Origin": context.siteOrigin, "Cache-Control": "no-store" });
  const form = tokenForm.safeParse(request.body);
  if (!form.success) response.status(400).json({ error: "invalid-input" });
  else response.json({ token: await issueToken(context.db, form.data.action, context.now()) });
}

import { type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { SAMPLE_USER, signedLinkTo } from "../../../payments/links/app-link";
import { redeemCode } from "../../../payments/redemptions/codes";
import { MessagePage } from "../../html/document";
import { APPS, type AppChoices, AppPage } from "./app-page";
import { SignedInPage } from "./redeemed";
import { LINK_KINDS, PROGRAMMES, STORES, storeQuery } from "./store-tokens";

const choices = z.object({
  store: z.enum(STORES).default("apple"),
  storefront: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters")
    .default("DE"),
  programme: z.enum(PROGRAMMES).default("eu_dma"),
  link: z.enum(LINK_KINDS).default("button"),
  user_id: z.coerce.number().int().positive().safe().default(SAMPLE_USER),
  sid: z.string().refine(isApp).default("101"),
  code: z.string().max(512).optional(),
});

function isApp(sid: string): sid is AppChoices["sid"] {
  return sid in APPS;
}

/** Plays an app from a store, for whoever tests the way to the site and back. Mounted behind the control pages' headers. */
export function appRouter(context: Context): Router {
  const router = Router();
  router.get("/control/app", (request, response) => showApp(context, request, response));
  router.post("/control/app/redeem", urlencoded({ extended: false, limit: "4kb" }), (request, response) =>
    signIn(context, request, response),
  );
  return router;
}

function showApp(context: Context, { query }: Request, response: Response): void {
  const chosen = choices.safeParse(query);
  if (chosen.success) sendPage(response, <AppPage choices={chosen.data} address={linkOfApp(context, chosen.data)} />);
  else sendPage(response, <MessagePage title="No such app" text={z.prettifyError(chosen.error)} />, 422);
}

function linkOfApp(context: Context, chosen: AppChoices): string {
  const link = new URL(
    signedLinkTo(context, "/redirect?to=payment", { userId: chosen.user_id, appId: Number(chosen.sid) }),
  );
  for (const [name, value] of Object.entries(storeQuery(chosen, context.now()))) link.searchParams.set(name, value);
  return link.href;
}

/** A code alone, or that of the link or the return link that opens the app. */
const codeIn = (text: string): string => (URL.canParse(text) && new URL(text).searchParams.get("code")) || text;

const codeForm = z.object({ code: z.string().trim().min(1).max(2048).transform(codeIn) });

async function signIn(context: Context, { body }: Request, response: Response): Promise<void> {
  const form = codeForm.safeParse(body);
  const redeemed =
    form.success && (await context.db.transaction().execute((tx) => redeemCode(context, tx, form.data.code)));
  if (redeemed && redeemed.kind === "redeemed") return sendPage(response, <SignedInPage {...redeemed} />);
  const reason = redeemed ? REASONS[redeemed.kind] : "There is no code.";
  sendPage(response, <MessagePage title="Not signed in" text={reason} />, 422);
}

const REASONS = {
  code_unknown: "Nobody knows this code.",
  code_used: "This code was used before.",
  code_expired: "This code is over: load the success page again for a new one.",
} as const;

import { json, type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import { APP_PROVIDERS } from "~/upstream/contract/purchase-calls";
import { planById } from "../../payments/catalogue/catalogue";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { SAMPLE_USER } from "../../payments/links/app-link";
import { SANDBOX_CATALOGUE } from "../catalogue";
import { MessagePage } from "../html/document";
import { makeAppPurchase } from "../providers/make-app-purchase";
import { ControlDocument } from "./control-document";
import { Choice, NumberField, TextField } from "./fields";

const OUTCOMES = ["success", "pending", "failed"] as const;

const purchaseForm = z.object({
  provider: z.enum(APP_PROVIDERS),
  plan: z.string(),
  outcome: z.enum(OUTCOMES).default("success"),
  seconds: z.coerce.number().int().min(0).max(3600).default(30),
  user_id: z.coerce.number().int().positive().safe().default(SAMPLE_USER),
});

/** Makes purchases as apps do, for the site to confirm. Mounted behind the control pages' headers. */
export function appPurchaseRouter(context: Context): Router {
  const router = Router();
  const parseForm = urlencoded({ extended: false, limit: "4kb" });
  const parseJson = json({ limit: "4kb" });
  router.get("/control/app-purchases", (_request, response) => sendPage(response, <AppPurchasePage />));
  router.post("/control/app-purchases", parseForm, parseJson, (request, response) => make(context, request, response));
  return router;
}

async function make(context: Context, request: Request, response: Response): Promise<void> {
  const form = purchaseForm.safeParse(request.body);
  if (!form.success)
    return sendPage(response, <MessagePage title="Not made" text={z.prettifyError(form.error)} />, 422);
  const { provider, user_id: userId, outcome, seconds } = form.data;
  const plan = planById(await context.catalogue(context.db), form.data.plan);
  if (!plan) return sendPage(response, <MessagePage title="Not made" text="There is no such plan." />, 422);
  const { orderId, transactionId } = await makeAppPurchase(context, { provider, plan, userId, outcome, seconds });
  const address = new URL("/paystatus", context.siteOrigin);
  address.search = String(new URLSearchParams({ provider, order_id: orderId, transaction_id: transactionId }));
  if (request.is("application/json")) response.json({ order_id: orderId, transaction_id: transactionId, address });
  else sendPage(response, <MadePage address={address.href} />);
}

function AppPurchasePage() {
  return (
    <ControlDocument title="Make a purchase as an app does" place="/control/app-purchases">
      <form className="card stack" method="post" action="/control/app-purchases">
        <div className="fields">
          <Choice name="provider" label="Provider" help="gap: its store; tpa: an agent." options={APP_PROVIDERS} />
          <Choice name="plan" label="Plan" options={SANDBOX_CATALOGUE.plans.map(({ id }) => id)} />
          <Choice name="outcome" label="Outcome" options={OUTCOMES} />
          <NumberField
            name="seconds"
            label="Pending for seconds"
            help="Then a pending purchase succeeds."
            min={0}
            max={3600}
            value={30}
          />
          <TextField name="user_id" label="User" value={String(SAMPLE_USER)} />
        </div>
        <div className="buttons">
          <button type="submit" className="main">
            Make it
          </button>
        </div>
      </form>
    </ControlDocument>
  );
}

function MadePage({ address }: { address: string }) {
  return (
    <ControlDocument title="The purchase is made" place="/control/app-purchases">
      <p className="card">
        The app opens the site at <a href={address}>{address}</a>
      </p>
    </ControlDocument>
  );
}

import { json, type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { MASTER_APP, SAMPLE_USER, signedLinkTo } from "../../payments/links/app-link";
import { MessagePage } from "../html/document";
import { ControlDocument } from "./control-document";
import { NumberField, TextField } from "./fields";

const OLDEST_S = 90 * 86_400;
const id = z.coerce.number().int().positive().safe();

const linkForm = z.object({
  to: z
    .string()
    .regex(/^\/(?!\/)[^\\]*$/, "must be a path of the site")
    .default("/payment"),
  user_id: id.default(SAMPLE_USER),
  sid: id.default(MASTER_APP),
  age_seconds: z.coerce.number().int().min(0).max(OLDEST_S).default(0),
});

/** Signs links as any app does, also old ones. Mounted behind the control pages' headers. */
export function appLinkRouter(context: Context): Router {
  const router = Router();
  const parsers = [urlencoded({ extended: false, limit: "4kb" }), json({ limit: "4kb" })];
  router.get("/control/app-links", (_request, response) => sendPage(response, <AppLinkPage />));
  router.post("/control/app-links", parsers, (request: Request, response: Response) =>
    sign(context, request, response),
  );
  return router;
}

function sign(context: Context, request: Request, response: Response): void {
  const form = linkForm.safeParse(request.body ?? {});
  if (!form.success) {
    sendPage(response, <MessagePage title="Not signed" text={z.prettifyError(form.error)} />, 422);
    return;
  }
  const { to, user_id: userId, sid: appId, age_seconds: ageSeconds } = form.data;
  const address = signedLinkTo(context, to, { userId, appId, ageSeconds });
  if (request.is("application/json")) response.json({ address });
  else sendPage(response, <SignedPage address={address} />);
}

function AppLinkPage() {
  return (
    <ControlDocument title="Sign a link as an app does" place="/control/app-links">
      <form className="card stack" method="post" action="/control/app-links">
        <div className="fields">
          <TextField name="to" label="Leads to" help="A path of the site." value="/payment" />
          <TextField name="sid" label="App" help="Its number, which decides the brand." value={String(MASTER_APP)} />
          <TextField name="user_id" label="User" value={String(SAMPLE_USER)} />
          <NumberField
            name="age_seconds"
            label="Age in seconds"
            help="How long ago it was signed: old ones expire."
            min={0}
            max={OLDEST_S}
            value={0}
          />
        </div>
        <div className="buttons">
          <button type="submit" className="main">
            Sign it
          </button>
        </div>
      </form>
    </ControlDocument>
  );
}

function SignedPage({ address }: { address: string }) {
  return (
    <ControlDocument title="The link is signed" place="/control/app-links">
      <p className="card">
        The app opens the site at <a href={address}>{address}</a>
      </p>
    </ControlDocument>
  );
}

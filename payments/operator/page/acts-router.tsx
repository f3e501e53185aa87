import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../context";
import { sendPage } from "../../html/page";
import { loadOrder } from "../../store/orders";
import { type Act, AlreadySent, withoutAddresses } from "../act";
import { type Sent, sentWith } from "../audit";
import { describeOrder } from "../show-order";
import { actNamed, type Wanted, wanted } from "./acts";
import { actAddress, orderAddress } from "./addresses";
import { ConfirmPage } from "./confirm-page";
import { MessagePage } from "./document";
import { reason } from "./reason";
import type { Session } from "./sign-in/sessions";
import type { SignedIn } from "./sign-in/signed-in";

/** Each act is asked about, with GET, and then done, with POST. */
export function actsRouter(context: Context, signedIn: SignedIn): Router {
  const router = Router();
  router.get(
    "/acts/:act",
    signedIn((request, response, session) => ask(context, request, response, session)),
  );
  router.post(
    "/acts/:act",
    signedIn((request, response, session) => run(context, request, response, session)),
  );
  return router;
}

const named = z.object({ act: z.string() });

async function ask(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const { act: name } = named.parse(request.params);
  const fields = wanted.parse(request.query);
  const { title, prepare } = actNamed(name);
  const act = await prepare(context, fields);
  const order = await orderOf(context, act);
  sendPage(
    response,
    <ConfirmPage {...{ session, title, act, order, name, wanted: { ...fields, order: order?.id } }} />,
  );
}

/** What is shown is what is acted on, whatever the address says of an order. */
async function orderOf(context: Context, { orderId }: Act) {
  const stored = orderId === null ? undefined : await loadOrder(context.db, orderId);
  return stored && describeOrder(context, stored, false);
}

const confirmed = z.object({ because: reason, key: z.uuid(), question: z.string() });

/** Does what was asked, once; a second submission is told what came of the first. */
async function run(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const { act: name } = named.parse(request.params);
  const { because, key, question } = confirmed.parse(request.body);
  const fields = wanted.parse(request.body);
  const before = await sentWith(context.db, key);
  if (before) return answer(response, session, { name, fields, sent: before });
  const act = await actNamed(name).prepare(context, fields);
  if (act.question !== question)
    return sendPage(response, <Changed session={session} to={actAddress(name, fields)} />, 409);
  const asked = { by: session.person, because, formKey: key };
  const sent = await act.run(asked).then(
    (text): Sent => ({ came: "done", text }),
    async (error: unknown) => {
      const other = error instanceof AlreadySent ? await sentWith(context.db, key) : undefined;
      if (other === undefined) throw error;
      return other;
    },
  );
  answer(response, session, { name, fields: { ...fields, order: act.orderId ?? undefined }, sent });
}

interface Answered {
  name: string;
  fields: Wanted;
  sent: Sent;
}

/** Only what was done leads on as done. */
function answer(response: Response, session: Session, { name, fields, sent: { came, text } }: Answered): void {
  const order = orderAddress(fields.order);
  if (came === "done") response.redirect(303, order);
  else if (came === "begun") sendPage(response, <UnderWay session={session} to={order} />, 202);
  else
    sendPage(
      response,
      <HasFailed session={session} text={withoutAddresses(text)} to={actAddress(name, fields)} />,
      422,
    );
}

const UnderWay = ({ session, to }: { session: Session; to: string }) => (
  <MessagePage
    session={session}
    title="Under way"
    text="This was sent before, and it is not written down yet what came of it. Look before you send it again."
    way={{ to, label: "Look at what came of it" }}
  />
);

const HasFailed = ({ session, text, to }: { session: Session; text: string; to: string }) => (
  <MessagePage
    session={session}
    title="Not done"
    text={`This was sent before, and failed: ${text}`}
    way={{ to, label: "Ask again" }}
  />
);

const Changed = ({ session, to }: { session: Session; to: string }) => (
  <MessagePage
    session={session}
    title="Nothing was done"
    text="It has changed since you were asked. Look at it again."
    way={{ to, label: "Ask again" }}
  />
);

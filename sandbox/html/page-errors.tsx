import type { ErrorRequestHandler } from "express";
import { z } from "zod";
import { sendPage } from "../../payments/html/page";
import type { PaymentsLog } from "../../payments/log";
import { isStoreAway } from "../../payments/store/store-away";
import { MessagePage } from "./document";

const requestFault = z.object({ status: z.number().int().min(400).max(499) });

/** The error page: a bad request with its status, any other error as a 500, which is logged. */
export const pageErrors =
  (log: PaymentsLog): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const fault = requestFault.safeParse(error);
    if (fault.success)
      return sendPage(response, <MessagePage title="Not understood" text="The form is broken." />, fault.data.status);
    log.error({ err: error, path: request.path }, "sandbox: a page failed");
    if (!isStoreAway(error))
      return sendPage(response, <MessagePage title="The sandbox failed" text="Its log says why." />, 500);
    response.set("Retry-After", "2");
    sendPage(
      response,
      <MessagePage title="The database is away" text="Please load this page again in a moment." />,
      503,
    );
  };

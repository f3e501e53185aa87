import { useLoaderData } from "@remix-run/react";
import { useAnswer } from "~/enhance/use-answer";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { titlingError } from "~/shell/page-title.server";
import { answerSubscriptionForm } from "~/subscriptions/answer-form.server";
import { CancelPage } from "~/subscriptions/cancel-page";
import { cancelView } from "~/subscriptions/page-views.server";
import { loadSubscriptionsPage } from "~/subscriptions/subscriptions-page.server";
import { watchingToken } from "~/visitor/identity/auth.server";

export const loader = watchingToken((args) => loadSubscriptionsPage("cancel", args, cancelView));

export const action = watchingToken(async (args) => titlingError(args, await answerSubscriptionForm("cancel", args)));

export const meta = pageMeta;

export default function Cancel() {
  const answer = useAnswer<typeof action>();
  return <CancelPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = ErrorScreen;

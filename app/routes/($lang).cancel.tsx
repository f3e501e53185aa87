import { useActionData, useLoaderData } from "@remix-run/react";
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
  const answer = useActionData<typeof action>() ?? undefined;
  return <CancelPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = ErrorScreen;

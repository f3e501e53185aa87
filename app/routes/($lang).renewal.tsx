import { useLoaderData } from "@remix-run/react";
import { useAnswer } from "~/enhance/use-answer";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { titlingError } from "~/shell/page-title.server";
import { answerSubscriptionForm } from "~/subscriptions/answer-form.server";
import { renewalView } from "~/subscriptions/page-views.server";
import { RenewalPage } from "~/subscriptions/renewal-page";
import { loadSubscriptionsPage } from "~/subscriptions/subscriptions-page.server";
import { watchingToken } from "~/visitor/identity/auth.server";

export const loader = watchingToken((args) => loadSubscriptionsPage("renewal", args, renewalView));

export const action = watchingToken(async (args) => titlingError(args, await answerSubscriptionForm("renewal", args)));

export const meta = pageMeta;

export default function Renewal() {
  const answer = useAnswer<typeof action>();
  return <RenewalPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = ErrorScreen;

import { useLoaderData } from "@remix-run/react";
import { useAnswer } from "~/enhance/use-answer";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { titlingError } from "~/shell/page-title.server";
import { answerSubscriptionForm } from "~/subscriptions/answer-form.server";
import { withdrawView } from "~/subscriptions/page-views.server";
import { loadSubscriptionsPage } from "~/subscriptions/subscriptions-page.server";
import { WithdrawPage } from "~/subscriptions/withdraw-page";
import { watchingToken } from "~/visitor/identity/auth.server";

export const loader = watchingToken((args) => loadSubscriptionsPage("withdraw", args, withdrawView));

export const action = watchingToken(async (args) => titlingError(args, await answerSubscriptionForm("withdraw", args)));

export const meta = pageMeta;

export default function Withdraw() {
  const answer = useAnswer<typeof action>();
  return <WithdrawPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = ErrorScreen;

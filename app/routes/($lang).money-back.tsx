import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageNotFound } from "~/errors/errors.server";
import { MoneyBackPage } from "~/offers/sale/money-back-page";
import { moneyBackView } from "~/offers/sale/money-back-view.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { moneyBackDays } from "~/upstream/catalogue.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const visitor = await visitorOf(request);
  const { appType, brand, caller } = visitor;
  const onlineDays = await moneyBackDays(caller, visitor);
  const view = moneyBackView(lang, sellingTermsOf(appType), { onlineDays, email: brand.supportEmail });
  if (view === undefined) throw pageNotFound(request);
  return json({ view, meta: { title: view.title, description: view.description } });
}

export const meta = pageMeta;

export default function MoneyBack() {
  return <MoneyBackPage view={useLoaderData<typeof loader>().view} />;
}

export const ErrorBoundary = ErrorScreen;

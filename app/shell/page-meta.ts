import type { MetaDescriptor } from "@remix-run/react";
import { translatorFor } from "~/i18n/translator";
import { wordsIn } from "./error-screen";
import type { PageFrame } from "./page-frame";

/** A page's title and description, translated by its loader. */
interface PageMeta {
  title: string;
  description: string;
}

interface MetaSource {
  /** Remix says null where the loader did not run: its action threw. */
  data: { meta: PageMeta } | null | undefined;
  matches: readonly { id: string; data: unknown }[];
  error?: unknown;
}

const isFrame = (data: unknown): data is PageFrame => typeof data === "object" && data !== null && "brand" in data;

/** The `meta` of every route: its loader's title and description, or the error screen's title. */
export function pageMeta({ data, matches, error }: MetaSource): MetaDescriptor[] {
  const frame = matches.find(({ id }) => id === "root")?.data;
  if (!isFrame(frame)) return [];
  const { t } = translatorFor(frame.lang, frame.page);
  const title = data?.meta.title ?? wordsIn(error)?.title ?? t("global:failedTitle");
  const named = t("global:titleWithApp", { title, app: frame.brand.appName });
  return data == null
    ? [{ title: named }]
    : [{ title: named }, { name: "description", content: data.meta.description }];
}

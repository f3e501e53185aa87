import { useMatches } from "@remix-run/react";
import type { Toast } from "~/enhance/toasts/show-toast";

const isToast = (value: unknown): value is Toast =>
  typeof value === "object" && value !== null && "kind" in value && "text" in value;

function toastIn(data: unknown): Toast | undefined {
  const toast = typeof data === "object" && data !== null && "toast" in data ? data.toast : undefined;
  return isToast(toast) ? toast : undefined;
}

/** The toast that comes with the page; loaders return it as `toast`. */
export const usePageToast = (): Toast | undefined =>
  useMatches()
    .map(({ data }) => toastIn(data))
    .find((found) => found !== undefined);

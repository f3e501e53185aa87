import { cookieOf } from "./cookies.server";

/** Whether the visitor may be tracked, as far as their browser says: by its privacy signal, or by their own choice. */
export function chosenConsent(request: Request): boolean | undefined {
  if (request.headers.get("sec-gpc") === "1") return false;
  const choice = cookieOf(request, "consent");
  return choice === "1" ? true : choice === "0" ? false : undefined;
}

/** Set only by the host, or by app/security/, on a request that is refused and for which the app renders the page. */
const HEADER = "x-edge-problem";

/** The status with which the request was refused; undefined where it was not. */
export function edgeProblem(request: Request): number | undefined {
  const status = Number(request.headers.get(HEADER));
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

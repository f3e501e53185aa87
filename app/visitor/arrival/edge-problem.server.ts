/** Set only by the host, on a request that it refuses and for which the app renders the page. */
const HEADER = "x-edge-problem";

/** The status with which the host refused the request; undefined where it did not. */
export function edgeProblem(request: Request): number | undefined {
  const status = Number(request.headers.get(HEADER));
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

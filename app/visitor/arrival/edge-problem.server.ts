/** Set by the host, and by nobody else, on a request that it refuses and wants a page for. */
const HEADER = "x-edge-problem";

/** The status of a refusal, where the host has refused the request before it came to the app. */
export function edgeProblem(request: Request): number | undefined {
  const status = Number(request.headers.get(HEADER));
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

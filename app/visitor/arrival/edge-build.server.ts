/** Set only by the host; see host/edge/version.ts. */
const HEADER = "x-edge-build";

/** The id of the build that is served, where the server tells it under /version.json. */
export const edgeBuild = (request: Request): string | undefined => request.headers.get(HEADER) ?? undefined;

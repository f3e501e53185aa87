/** Where a session's buyer pays. Built when it is asked for: the sandbox may be started on another port meanwhile. */
export const hostedAddress = (origin: string, session: string): string => `${origin}/hosted/so/${session}`;

import { startStandIns } from "./start-all";

/**
 * `npm run stand-ins`: the providers' stand-ins on loopback, until it is stopped. It prints the variables with which the payments API uses
 * them.
 * PAYMENTS_ORIGIN: where the payments API takes webhooks; missing: they are not sent. STAND_INS_BOOKS: a folder that keeps their books.
 */
const { PAYMENTS_ORIGIN, STAND_INS_BOOKS } = process.env;
const standIns = await startStandIns(PAYMENTS_ORIGIN || undefined, STAND_INS_BOOKS || undefined);
for (const [name, value] of Object.entries(standIns.variables)) process.stdout.write(`${name}=${value}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void standIns.close());

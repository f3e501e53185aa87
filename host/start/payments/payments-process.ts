import { createLog } from "~/create-log.server";
import { readEnvironment } from "../../../payments/environment/read-environment";
import { runPayments } from "../../../payments/run";
import { reportStart } from "../embedded/report-start";
import { explainPort } from "../listen";
import { StartError } from "../start-error";
import type { StartedPayments } from "./started-payments";

/** The payments API in a process of its own, started by embedded-payments.ts with the site's environment. */
reportStart(async () => {
  const environment = readEnvironment(process.env);
  const payments = await runPayments(environment, createLog(environment.logLevel)).catch((error: unknown) => {
    throw forTheOperator(explainPort(error, environment.port, "PAYMENTS_PORT"));
  });
  process.on("SIGHUP", () => payments.reload());
  const { origin, publicOrigin, providers, pageHosts, isTest, close } = payments;
  const facts: StartedPayments = { origin, publicOrigin, providers, pageHosts, isTest };
  return { facts, close };
});

/** What is wrong with a start is nearly always a file or a database: the message says which. */
const forTheOperator = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof StartError) ? new StartError(error.message) : error;

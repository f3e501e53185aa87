import type { Server } from "node:http";
import { StartError } from "./start-error";

/** Binds the server and returns its actual port. @throws StartError naming the variable to change */
export async function listen(
  server: Server,
  host: string,
  port: number,
  variable: "PORT" | "METRICS_PORT" = "PORT",
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainPort(error, port, variable)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

const HOST_OF = {
  PORT: "HOST",
  SANDBOX_PORT: "SANDBOX_HOST",
  PAYMENTS_PORT: "PAYMENTS_HOST",
  METRICS_PORT: "METRICS_HOST",
} as const;

/** Replaces the error of an unavailable port by what the operator can do; other errors are returned unchanged. */
export function explainPort(error: unknown, port: number, variable: keyof typeof HOST_OF): unknown {
  switch (errorCodeOf(error)) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} is in use. Set ${variable} to a free one.`);
    case "EACCES":
      return new StartError(`Port ${port} may not be used by this user. Set ${variable} to another.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`This machine does not have the address that ${HOST_OF[variable]} names.`);
    default:
      return error;
  }
}

/** The system's error code, of the error or of its cause. */
function errorCodeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return "code" in error ? error.code : errorCodeOf(error.cause);
}

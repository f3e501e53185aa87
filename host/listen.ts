import type { Server } from "node:http";
import { StartError } from "./start-error";

/** Binds the server and gives its real port. A port in use is told together with the variable that changes it. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explainPort(error, port, "PORT")));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

/** Turns "address in use" and "permission denied" into what the operator can do; any other error stays what it is. */
export function explainPort(error: unknown, port: number, variable: "PORT" | "SANDBOX_PORT"): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return new StartError(`Port ${port} is in use. Set ${variable} to a free one.`);
  if (code === "EACCES")
    return new StartError(`Port ${port} may not be used by this user. Set ${variable} to another.`);
  if (code === "EADDRNOTAVAIL") return new StartError(`This machine does not have the address in HOST (${port}).`);
  return error;
}

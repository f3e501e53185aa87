import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { freePort } from "./free-port";
import { type RunningSite, startSite } from "./running-site";

/** Made for these tests and good for nothing else: a browser is told not to mind. */
const pem = (name: string) => readFileSync(join(import.meta.dirname, "localhost-tls", `${name}.pem`));

/** The site with two workers behind a proxy that ends TLS, as it is deployed: cookies have `__Host-` names. */
export async function startHttpsSite(): Promise<RunningSite> {
  const [port, tlsPort] = await Promise.all([freePort(), freePort()]);
  const origin = `https://localhost:${tlsPort}`;
  const proxy = createServer({ key: pem("key"), cert: pem("cert") }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https" };
    const { method, url: path } = incoming;
    const passed = httpRequest({ host: "localhost", port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const site = await startSite({
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    ALLOWED_HOSTS: `localhost:${tlsPort}`,
    WEB_CONCURRENCY: "2",
  });
  await new Promise<void>((resolve) => proxy.listen(tlsPort, "localhost", resolve));
  return {
    ...site,
    addresses: { ...site.addresses, site: origin },
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await site.stop();
    },
  };
}

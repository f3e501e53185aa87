import { createServer, type RequestListener } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { listen, originOf, stopListening } from "../../payments/server/listen";
import { Buyer } from "../../tools/rig/buyer";
import { NoAnswer } from "../../tools/rig/plain-browser";

const HOST = "127.0.0.1";
const FORM =
  '<html lang="en"><form class="pay" method="post"><button name="intent" value="pay">Pay</button></form></html>';

/** Somebody who buys at a site that answers like this; it ends with the test. */
async function buyerAt(answer: RequestListener): Promise<Buyer> {
  const server = createServer(answer);
  await listen(server, { port: 0, host: HOST });
  onTestFinished(async () => {
    server.closeAllConnections();
    await stopListening(server);
  });
  return new Buyer({ site: originOf(server, HOST), provider: "so", outcome: {} });
}

it("a buyer goes on for as long as a killed site takes to be back", async () => {
  let refused = 0;
  const buyer = await buyerAt((request, response) => {
    if (refused < 400) {
      refused += 1;
      response.destroy();
    } else if (request.method === "POST") response.writeHead(303, { Location: "/paysuc?o=1" }).end();
    else response.setHeader("Content-Type", "text/html").end(FORM);
  });
  const bearing = (error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
  };
  while (!buyer.isDone) await buyer.take().catch(bearing);
  expect([refused, buyer.isServed]).toEqual([400, true]);
});

it("a buyer who comes no further ends, and says what came last", async () => {
  const buyer = await buyerAt((_, response) => response.setHeader("Content-Type", "text/html").end(FORM));
  const going = async () => {
    while (!buyer.isDone) await buyer.take();
  };
  await expect(going()).rejects.toThrow(/no end to it at .*pay \(200\), pay \(200\)$/);
});

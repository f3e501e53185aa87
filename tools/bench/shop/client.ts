import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";

/** Calls of a payments API over connections that stay open, with as little of our own as can be. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(readonly origin: string) {}

  /** @throws where the answer is no 200 */
  async call<T>(endpoint: Endpoint & { answer: z.ZodType<T> }, body: object, headers: object = {}): Promise<T> {
    const json = { "content-type": "application/json", ...headers };
    return endpoint.answer.parse(JSON.parse(await this.post(endpoint.path, JSON.stringify(body), json)));
  }

  /** @throws where the answer is no 200 */
  post(path: string, body: string, headers: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, this.origin), { method: "POST", headers, agent: this.#agent }, (answer) => {
        text(answer).then((said) => {
          if (answer.statusCode === 200) resolve(said);
          else reject(new Error(`${path}: ${answer.statusCode} ${said.slice(0, 300)}`));
        }, reject);
      });
      asked.once("error", reject);
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

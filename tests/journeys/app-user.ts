import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Journey } from "./journey";
import { Visitor } from "./visitor";

const signed = z.object({ address: z.url() });

interface WantedLink {
  /** A path of the site. */
  to?: string;
  sid?: number;
  age_seconds?: number;
}

/** Somebody whom an app knows; the visitor has the e-mail address of the account. */
export class AppUser {
  readonly id = randomInt(1_000_000_000, 2 ** 47);
  readonly visitor: Visitor;

  constructor({ visitor: { page, lang, addresses } }: Pick<Journey, "visitor">) {
    this.visitor = new Visitor(page, lang, addresses, `user${this.id}@example.com`);
  }

  /** An address of the site as the app opens it for this user. */
  async link(wanted: WantedLink = {}): Promise<string> {
    const response = await fetch(`${this.visitor.addresses.sandbox}/control/app-links`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ user_id: this.id, ...wanted }),
    });
    return signed.parse(await response.json()).address;
  }
}

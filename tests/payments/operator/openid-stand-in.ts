import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express from "express";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import { listen, originOf, stopListening } from "../../../payments/server/listen";

const real = await generateKeyPair("RS256");
const other = await generateKeyPair("RS256");

export const CLIENT = { clientId: "payments", clientSecret: "secret-of-the-operators-page" };

interface Authorized {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

/** An OpenID provider at which whoever comes is signed in already. It signs what it says, and lies where a test has it. */
export class OpenIdStandIn {
  issuer = "";
  /** What it says of whoever signs in. */
  claims: Record<string, unknown> = { sub: "kim", email: "Kim@example.com", email_verified: true };
  lie: { nonce?: string; isForged?: boolean; expires?: string; audience?: string } = {};
  /** Whether a code counts more than once, as it does at no provider. */
  takesAgain = false;
  readonly #codes = new Map<string, Authorized>();

  /** Nobody answers at its address any more. */
  stop: () => Promise<void> = async () => {};

  /** It ends with the test. */
  async start(): Promise<this> {
    const server = createServer(this.#application());
    await listen(server, { host: "127.0.0.1", port: 0 });
    this.stop = () => stopListening(server);
    onTestFinished(() => this.stop());
    this.issuer = originOf(server, "127.0.0.1");
    return this;
  }

  #application() {
    const app = express();
    app.get("/.well-known/openid-configuration", (_request, response) => response.json(this.#about()));
    app.get("/keys", async (_request, response) => {
      response.json({ keys: [{ ...(await exportJWK(real.publicKey)), kid: "key-1", alg: "RS256", use: "sig" }] });
    });
    app.get("/authorize", ({ url }, response) => {
      const back = this.#authorize(new URL(url, this.issuer).searchParams);
      if (back) response.redirect(303, back);
      else response.status(400).end();
    });
    app.post("/token", express.text({ type: () => true }), async ({ body }, response) => {
      const tokens = await this.#tokens(new URLSearchParams(String(body)));
      response.status(tokens ? 200 : 400).json(tokens ?? { error: "invalid_grant" });
    });
    return app;
  }

  #about() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  /** @returns where the browser goes back to; undefined for a call that is not the client's */
  #authorize(asked: URLSearchParams): string | undefined {
    const wanted = (name: string) => asked.get(name) ?? "";
    const [nonce, challenge, redirectUri] = [wanted("nonce"), wanted("code_challenge"), wanted("redirect_uri")];
    const isClient = wanted("client_id") === CLIENT.clientId && wanted("code_challenge_method") === "S256";
    if (!isClient || !nonce || !challenge || !redirectUri) return undefined;
    const code = randomUUID();
    this.#codes.set(code, { nonce, challenge, redirectUri });
    return `${redirectUri}?${new URLSearchParams({ code, state: wanted("state") })}`;
  }

  async #tokens(form: URLSearchParams): Promise<object | undefined> {
    const known = this.#codes.get(form.get("code") ?? "");
    if (!this.takesAgain) this.#codes.delete(form.get("code") ?? "");
    const hash = createHash("sha256").update(form.get("code_verifier") ?? "");
    const isClient = form.get("client_id") === CLIENT.clientId && form.get("client_secret") === CLIENT.clientSecret;
    const isTheirs = known?.challenge === hash.digest("base64url") && known.redirectUri === form.get("redirect_uri");
    if (!known || !isClient || !isTheirs) return undefined;
    return { access_token: randomUUID(), token_type: "Bearer", id_token: await this.#idToken(known) };
  }

  #idToken({ nonce }: Authorized): Promise<string> {
    const { expires = "5m", audience = CLIENT.clientId } = this.lie;
    return new SignJWT({ ...this.claims, nonce: this.lie.nonce ?? nonce })
      .setProtectedHeader({ alg: "RS256", kid: "key-1" })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(this.lie.isForged ? other.privateKey : real.privateKey);
  }
}

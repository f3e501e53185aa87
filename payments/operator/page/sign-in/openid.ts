import { createHmac } from "node:crypto";
import type { Configuration } from "openid-client";
import { z } from "zod";
import { isLoopback } from "~/environment/loopback";
import type { Context } from "../../../context";
import type { OpenIdSettings } from "../settings";
import { isSame } from "./people";

const MINUTES_MS = 60_000;
/** Between leaving for the provider and coming back. */
export const LOGIN_MS = 10 * MINUTES_MS;
const ANSWER_S = 5;
const FINISHED = "this login was finished before";
export const CALLBACK = "/operator/login/back";

/** Somebody who was not signed in. The message is for the log. */
export class LoginRefused extends Error {}

const login = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  to: z.string(),
});

/** Signs people in by the authorization code flow, with PKCE, a state and a nonce. */
export class OpenId {
  readonly #context: Context;
  readonly #settings: OpenIdSettings;
  readonly #callback: () => string;
  #provider: Promise<Configuration> | undefined;

  constructor(context: Context, settings: OpenIdSettings, origin: () => string) {
    this.#context = context;
    this.#settings = settings;
    this.#callback = () => origin() + CALLBACK;
  }

  /** @param to where people want to be then @returns where the browser goes, and what it keeps meanwhile @throws Error where the provider does not answer */
  async begin(to: string): Promise<{ url: string; kept: string }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      await import("openid-client");
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#callback(),
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const kept = { state, nonce, verifier, until: this.#context.now() + LOGIN_MS, to };
    return { url: url.href, kept: this.#signed(JSON.stringify(kept)) };
  }

  /** @param query with which the provider sent the browser back @returns what it says of who signed in, and where they want to be @throws LoginRefused */
  async finish(query: string, kept: string | undefined): Promise<{ claims: unknown; to: string }> {
    const { state, nonce, verifier, to } = this.#read(kept);
    if (await this.#isUsed(state)) throw new LoginRefused(FINISHED);
    const { authorizationCodeGrant } = await import("openid-client");
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const address = new URL(this.#callback() + query);
    const tokens = await authorizationCodeGrant(await this.#configuration(), address, checks).catch(refused);
    await this.#use(state);
    return { claims: tokens.claims(), to };
  }

  /** What the provider says of itself is asked once; and again, where it did not answer. */
  #configuration(): Promise<Configuration> {
    this.#provider ??= this.#discover().catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  /** Signatures are checked, too, though the provider is asked directly. */
  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import("openid-client");
    const { issuer, clientId, clientSecret } = this.#settings;
    const isHere = isLoopback(new URL(issuer).hostname);
    const execute = isHere ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks];
    return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: ANSWER_S });
  }

  /** @throws LoginRefused */
  #read(kept = "") {
    const { now } = this.#context;
    const text = Buffer.from(kept.split(".")[0] ?? "", "base64url").toString();
    if (!isSame(kept, this.#signed(text))) throw new LoginRefused("the browser has begun no login");
    const read = login.parse(JSON.parse(text));
    if (read.until <= now()) throw new LoginRefused("the login took too long");
    return read;
  }

  #signed(text: string): string {
    const key = createHmac("sha256", this.#context.secrets.links.current).update("operator login").digest();
    const signature = createHmac("sha256", key).update(text).digest("base64url");
    return `${Buffer.from(text).toString("base64url")}.${signature}`;
  }

  async #isUsed(state: string): Promise<boolean> {
    const used = this.#context.db.selectFrom("operator_logins").select("state").where("state", "=", state);
    return (await used.executeTakeFirst()) !== undefined;
  }

  /** Of two at once one goes on. @throws LoginRefused */
  async #use(state: string): Promise<void> {
    const { db, now } = this.#context;
    await db.deleteFrom("operator_logins").where("expires_at", "<=", now()).execute();
    const used = await db
      .insertInto("operator_logins")
      .values({ state, expires_at: now() + LOGIN_MS })
      .onConflict((conflict) => conflict.column("state").doNothing())
      .returning("state")
      .executeTakeFirst();
    if (used === undefined) throw new LoginRefused(FINISHED);
  }
}

function refused(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  throw new LoginRefused(reason + cause);
}

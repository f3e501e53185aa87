/** A random text of 32 letters has about 30 of what is counted here; a word that is repeated has as many as letters. */
const LEAST_TURNS = 20;

const TAKE_RANDOM = "`openssl rand -base64 48` makes one that is not";

/** What is wrong with the secrets of a site in production, by the name of the variable. */
export function weakSecrets(secrets: readonly string[], redisUrl: string | undefined): [string, string][] {
  const weak = secrets.findIndex((secret) => isWritten(secret) || hasFewTurns(secret));
  const password = redisUrl === undefined ? "" : decodeURIComponent(new URL(redisUrl).password);
  const mistakes: [string, string][] = [];
  if (weak >= 0) mistakes.push(["SESSION_SECRETS", `the secret at place ${weak + 1} can be guessed; ${TAKE_RANDOM}`]);
  // Redis is in a private network, so its password may be short; but all examples are words.
  if (/^[a-z-]+$/.test(password)) mistakes.push(["REDIS_URL", `its password can be guessed; ${TAKE_RANDOM}`]);
  return mistakes;
}

/**
 * Words, as all secrets are that stand in this repository: a test holds them against this. No text of `openssl rand` has three of them side by
 * side, or neither a capital nor a digit.
 */
const isWritten = (secret: string): boolean =>
  !/[A-Z\d]/.test(secret) || /[a-z]{3,}[-_. ][A-Z]?[a-z]{2,}[-_. ][A-Z]?[a-z]{2,}/.test(secret);

/** How it goes on from letter to letter is nearly always new in a random text, and seldom in a row of letters or a word repeated. */
function hasFewTurns(secret: string): boolean {
  const codes = [...secret].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  const turns = steps.slice(1).map((step, at) => `${steps[at]} ${step}`);
  return new Set(turns).size < LEAST_TURNS;
}

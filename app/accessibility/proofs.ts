/**
 * What the accessibility statement says of the site. Each has a test that holds it, named in
 * tests/accessibility/statement.test.ts: a claim whose test is gone fails there.
 */
export const PROOFS = [
  "keyboard",
  "withoutScripts",
  "narrow",
  "names",
  "mistakes",
  "contrast",
  "direction",
  "time",
] as const;
export type Proof = (typeof PROOFS)[number];

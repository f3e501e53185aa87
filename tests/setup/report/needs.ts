declare module "vitest" {
  interface TaskMeta {
    /** What is missing where a test is skipped. */
    needs?: string;
  }
}

/** Options of a test, or of several, that are skipped where something is missing: the end of the run names them with it. */
export const needs = (what: string, isThere: boolean) => ({ skip: !isThere, meta: { needs: what } });

import { changeEnv } from "./changed-env";

/** What everything was sealed with before. */
const OLD_SECRET = "the-old-secret-is-long-enough-for-anybody";
const NEW_SECRET = "the-new-secret-is-long-enough-for-anybody";

/** For the test that is running: before the change of secrets, in its two steps, and once the old one is gone. */
export const secrets = {
  old: () => changeEnv({ sessionSecrets: [OLD_SECRET] }),
  announced: () => changeEnv({ sessionSecrets: [OLD_SECRET, NEW_SECRET] }),
  rotated: () => changeEnv({ sessionSecrets: [NEW_SECRET, OLD_SECRET] }),
  gone: () => changeEnv({ sessionSecrets: [NEW_SECRET] }),
};

import { beforeEach, it } from "vitest";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { API_ANSWERS, expectNoSecretWritten } from "../secrets";

beforeEach(forgetSendings);

it.each(API_ANSWERS.slice(1))(
  "where the payments API %s, no secret is in a line of the log, in a metric or in a trace",
  (_, begin) => expectNoSecretWritten(begin),
);

/** What every test runs with; a test that wants to see the log sets LOG_LEVEL itself. */
const environment = {
  NODE_ENV: "test",
  API_BASE_URL: "http://api.test",
  SESSION_SECRETS: "a-secret-of-the-tests-that-is-long-enough",
  REDIRECT_HOSTS: "pay.test",
  PUBLIC_ORIGIN: "http://localhost:3000",
};

Object.assign(process.env, environment);
process.env.LOG_LEVEL ??= "silent";

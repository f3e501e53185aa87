/** The origin of the bot check's script and its site key; both come from the payments API. */
export interface BotCheckSettings {
  siteKey: string;
  /** An origin. */
  host: string;
}

/** The bot check of a form that needs it; its signed stamp is one of the form's own fields. */
export interface FormGuard {
  /** Missing where the payments API names no script. */
  botCheck?: BotCheckSettings;
}

/** The global object of reCAPTCHA's script. */
interface Grecaptcha {
  ready(onReady: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

/** Gets a token for an action; it is valid once, for two minutes. */
export type AskToken = (action: string) => Promise<string>;

/** Where reCAPTCHA's scripts are, at each of its hosts. */
const PATH = "/recaptcha/";

const POLL_MS = 200;
const MOST_POLLS = 300;

const isGrecaptcha = (value: unknown): value is Grecaptcha =>
  typeof value === "object" && value !== null && "ready" in value && "execute" in value;

/** Loads the script and waits for it; undefined if it does not load in time. Never rejects. */
export async function loadBotCheck(settings: BotCheckSettings): Promise<AskToken | undefined> {
  const appearing = appear();
  addScript(settings);
  const grecaptcha = await appearing;
  if (grecaptcha === undefined) return undefined;
  return (action) =>
    new Promise((resolve, reject) => {
      grecaptcha.ready(() => grecaptcha.execute(settings.siteKey, { action }).then(resolve, reject));
    });
}

function addScript({ host, siteKey }: BotCheckSettings): void {
  const script = document.createElement("script");
  script.src = new URL(`${PATH}api.js?${new URLSearchParams({ render: siteKey })}`, host).href;
  document.body.append(script);
}

function appear(): Promise<Grecaptcha | undefined> {
  return new Promise((resolve) => {
    let polls = 0;
    const finish = (found: Grecaptcha | undefined) => {
      window.clearInterval(timer);
      document.removeEventListener("error", onError, true);
      resolve(found);
    };
    const timer = window.setInterval(() => {
      const found: unknown = Reflect.get(window, "grecaptcha");
      polls += 1;
      if (isGrecaptcha(found)) finish(found);
      else if (polls === MOST_POLLS) finish(undefined);
    }, POLL_MS);
    // The script loads another one, and either can be blocked: by an extension, a network or our own policy.
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && new URL(target.src, document.baseURI).pathname.startsWith(PATH))
        finish(undefined);
    };
    document.addEventListener("error", onError, true);
  });
}

// In the manner of reCAPTCHA v3's api.js: a token for an action, good once.
(() => {
  const { origin, searchParams } = new URL(document.currentScript.src);
  const rendered = searchParams.get("render");

  async function execute(key, { action }) {
    if (key !== rendered) throw new Error(`reCAPTCHA: the script was not loaded for the key ${key}`);
    const response = await fetch(`${origin}/recaptcha/token`, {
      method: "POST",
      body: new URLSearchParams({ key, action }),
    });
    if (!response.ok) throw new Error("reCAPTCHA: no token was given");
    return (await response.json()).token;
  }

  window.grecaptcha = { ready: (onReady) => queueMicrotask(onReady), execute };
})();

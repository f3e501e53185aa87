const SCRIPT_WAIT_MS = 8_000;

/** Runs a script from another host; rejects if it fails or takes too long. The page's CSP must name the host. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`not loaded: ${src}`));
    const timer = window.setTimeout(fail, SCRIPT_WAIT_MS);
    const script = document.createElement("script");
    script.addEventListener("load", () => {
      window.clearTimeout(timer);
      resolve();
    });
    script.addEventListener("error", fail);
    script.src = src;
    document.head.append(script);
  });
}

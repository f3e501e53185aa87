/**
 * On start, remix-serve replaces Node's fetch, Request, Response, … by a polyfill that the upstream client is not
 * made for. This puts the native ones back after the server has loaded this build, where it is called.
 */
export function keepNativeWebGlobals(): void {
  const native = {
    fetch: globalThis.fetch,
    Request: globalThis.Request,
    Response: globalThis.Response,
    Headers: globalThis.Headers,
    FormData: globalThis.FormData,
    File: globalThis.File,
  };
  setImmediate(() => Object.assign(globalThis, native));
}

/**
 * remix-serve replaces Node's own fetch, Request, Response, … by a polyfill when it starts, which neither the upstream
 * client nor its tests know. This keeps the native ones, once the server that loads this build has started.
 */
const native = {
  fetch: globalThis.fetch,
  Request: globalThis.Request,
  Response: globalThis.Response,
  Headers: globalThis.Headers,
  FormData: globalThis.FormData,
  File: globalThis.File,
};

setImmediate(() => Object.assign(globalThis, native));

export {};

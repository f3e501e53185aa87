/** It could not be tried at this API, which may do it or not; the message says why. */
export class Unseen extends Error {}

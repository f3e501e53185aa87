const FOR_SCRIPTS = /^\/(events$|assets\/|brands\/|page-links\/|locales\/)|\.(json|webmanifest)$/;

/** Addresses that scripts and browsers ask for, not people: what goes wrong there is told as problem details (RFC 9457). */
export const isForScripts = (path: string): boolean => FOR_SCRIPTS.test(path);

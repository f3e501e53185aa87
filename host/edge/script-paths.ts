const FOR_SCRIPTS = /^\/(events$|assets\/|brands\/|page-links\/|locales\/)|\.(json|webmanifest)$/;

/** Addresses that scripts and browsers request, not people: errors there are problem details (RFC 9457). */
export const isForScripts = (path: string): boolean => FOR_SCRIPTS.test(path);

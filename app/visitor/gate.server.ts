import type { Geo } from "~/upstream/visitor-facts.server";

/**
 * Whether paying and signing up are closed to where the visitor is. The name of the country decides, not the country whose
 * prices were chosen; an address nobody can place is let through.
 */
export const isGated = (geo: Geo | undefined): boolean => /china/i.test(geo?.country ?? "");

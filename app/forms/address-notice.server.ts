import { z } from "zod";
import { type Purpose, seal, unseal } from "~/sealing.server";

const HOUR_MS = 60 * 60_000;

interface AddressNotice {
  purpose: Purpose;
  /** The parameter of the page's address. */
  param: "done" | "sent";
  /** After this time it is no longer shown, in case the address was bookmarked. */
  shownMs?: number;
}

/**
 * What a form did, in the address of the page after the redirect, so that the page can say it. Sealed: nobody can forge such an address,
 * and no log shows whom it is about.
 */
export function addressNotice<Notice>(schema: z.ZodType<Notice>, { purpose, param, shownMs = HOUR_MS }: AddressNotice) {
  const sealed = z.object({ notice: schema, at: z.number().int() });
  return {
    seal: (notice: Notice): Promise<string> => seal(purpose, { notice, at: Date.now() }),
    /** Undefined where the address has none of ours, or an old one. */
    async read(request: Request): Promise<Notice | undefined> {
      const text = new URL(request.url).searchParams.get(param);
      const found = text === null ? undefined : await unseal(purpose, sealed, text);
      return found !== undefined && Date.now() - found.at < shownMs ? found.notice : undefined;
    },
  };
}

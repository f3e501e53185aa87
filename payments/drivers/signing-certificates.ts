import { createVerify, X509Certificate } from "node:crypto";
import { cached } from "./cached";
import type { Call } from "./driver";
import { ForgedDelivery, OutcomeUnknown } from "./errors";
import { fetchText } from "./provider-call";

interface Publisher {
  /** Where certificates are published; others are never asked. */
  readonly origins: readonly string[];
  readonly path: RegExp;
  readonly subject: RegExp;
}

interface Signed {
  readonly text: string;
  /** By RSA with SHA-256, in base64. */
  readonly signature: string;
  /** Of the certificate, as the webhook says. */
  readonly address: string;
}

/**
 * Checks what a provider signs with certificates that it publishes and names in its webhooks. Who may serve its origin over TLS speaks for
 * it, so the certificate's own issuer proves no more; it has to be the provider's for this use, and in its time.
 */
export function certificateCheck({ origins, path, subject }: Publisher) {
  const certificates = cached(fetchCertificate);
  /** @throws ForgedDelivery | OutcomeUnknown where it cannot be fetched: the provider sends the webhook again */
  return async ({ text, signature, address }: Signed, call: Call): Promise<void> => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isTheirs = url !== undefined && origins.includes(url.origin) && path.test(url.pathname);
    if (!isTheirs || url.href !== `${url.origin}${url.pathname}`)
      throw new ForgedDelivery("Signed with a certificate of others");
    const certificate = await certificates.get(url.href, call);
    const isInTime = Date.parse(certificate.validFrom) <= call.now() && call.now() < Date.parse(certificate.validTo);
    if (!isInTime || !subject.test(certificate.subject) || certificate.publicKey.asymmetricKeyType !== "rsa")
      throw new ForgedDelivery("Signed with a certificate of another use or time");
    if (!createVerify("sha256").update(text).verify(certificate.publicKey, signature, "base64"))
      throw new ForgedDelivery("The signature is wrong");
  };
}

async function fetchCertificate(address: string, call: Call) {
  const request = { method: "GET", url: new URL(address), headers: { accept: "*/*" } } as const;
  const { status, text } = await fetchText(request, call);
  if (status === 429) throw new OutcomeUnknown(`A certificate cannot be fetched: ${status}`);
  try {
    return { value: new X509Certificate(text), until: Number.POSITIVE_INFINITY };
  } catch {
    throw new ForgedDelivery(`Signed with a certificate that there is not: ${status}`);
  }
}

import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Call, Delivery } from "../driver";
import { ForgedDelivery, OutcomeUnknown } from "../errors";

interface SignatureSettings {
  /** Of our webhook in PayPal's dashboard: it is part of what is signed. */
  readonly webhookId: string;
  /** Where PayPal publishes its certificates; others are never asked. */
  readonly certificateOrigins: readonly string[];
}

const HEADERS = ["transmission-id", "transmission-time", "transmission-sig", "cert-url", "auth-algo"] as const;
/**
 * PayPal sends a webhook 25 times in three days. Its documents do not say whether a later one has a time of its own, so one as old as the
 * first is taken. Replayed, it makes us ask PayPal once more, if its id is new at all.
 */
const OLDEST_MS = 3 * 86_400_000;
const AHEAD_MS = 300_000;

/** @throws ForgedDelivery | OutcomeUnknown where the certificate cannot be fetched: PayPal sends the webhook again */
export function payPalSignatures({ webhookId, certificateOrigins }: SignatureSettings) {
  const certificates = certificateShelf(certificateOrigins);
  return async ({ headers, body }: Delivery, call: Call): Promise<void> => {
    const [id = "", time = "", signature = "", address = "", algorithm] = HEADERS.map(
      (name) => headers[`paypal-${name}`],
    );
    const age = call.now() - Date.parse(time);
    if (!(age <= OLDEST_MS + AHEAD_MS && age >= -AHEAD_MS)) throw new ForgedDelivery("PayPal webhook of another time");
    if (algorithm?.toUpperCase() !== "SHA256WITHRSA") throw new ForgedDelivery("PayPal webhook of another algorithm");
    const { publicKey } = await certificates(address, call);
    const verify = createVerify("sha256").update(`${id}|${time}|${webhookId}|${crc32(body)}`);
    if (!verify.verify(publicKey, signature, "base64"))
      throw new ForgedDelivery("PayPal webhook with a wrong signature");
  };
}

const CERTIFICATES = 20;
const MOST_BYTES = 100_000;
const PATH = /^\/v1\/notifications\/certs\/[\w-]+$/;
/** In the SDKs that PayPal wrote: messageverificationcerts.paypal.com, and .sandbox.paypal.com. */
const SUBJECT = /^CN=messageverificationcerts\.(sandbox\.)?paypal\.com$/m;

/** Who may serve PayPal's origin over TLS speaks for it, so the certificate's own issuer proves no more; it has to be PayPal's for this use. */
function certificateShelf(origins: readonly string[]) {
  const known = new Map<string, X509Certificate>();
  return async (address: string, call: Call): Promise<X509Certificate> => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isPayPals = url !== undefined && origins.includes(url.origin) && PATH.test(url.pathname);
    if (!isPayPals || url.href !== `${url.origin}${url.pathname}`)
      throw new ForgedDelivery("PayPal webhook with a certificate of others");
    const certificate = known.get(url.href) ?? (await fetchCertificate(url, call));
    if (!isUsable(certificate, call.now()))
      throw new ForgedDelivery("PayPal webhook with a certificate of another use or time");
    if (known.size >= CERTIFICATES) known.clear();
    known.set(url.href, certificate);
    return certificate;
  };
}

function isUsable({ validFrom, validTo, subject, publicKey }: X509Certificate, now: number): boolean {
  const isInTime = Date.parse(validFrom) <= now && now < Date.parse(validTo);
  return isInTime && SUBJECT.test(subject) && publicKey.asymmetricKeyType === "rsa";
}

async function fetchCertificate(url: URL, { signal }: Call): Promise<X509Certificate> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
  const { status, pem } = await fetch(url, { redirect: "manual", signal: patience })
    .then(async (response) => ({ status: response.status, pem: await response.text() }))
    .catch((cause: unknown) => {
      throw new OutcomeUnknown("PayPal's certificate cannot be fetched", { cause });
    });
  if (status >= 500 || status === 429) throw new OutcomeUnknown(`PayPal's certificate cannot be fetched: ${status}`);
  try {
    if (status === 200 && pem.length < MOST_BYTES) return new X509Certificate(pem);
  } catch {
    // What is no certificate has signed nothing.
  }
  throw new ForgedDelivery(`PayPal webhook with a certificate that there is not: ${status}`);
}

import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

/** One key for all stand-ins of a process: making one takes longer than a test. */
let keys: { privateKey: KeyObject; publicKey: KeyObject } | undefined;

export function signingKeys(): { privateKey: KeyObject; publicKey: KeyObject } {
  keys ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  return keys;
}

/** A certificate of our own, in PEM, that looks as the one of PayPal's webhooks: valid from a day before to a year after. */
export function selfSigned(now: number, commonName = "messageverificationcerts.paypal.com"): string {
  const { privateKey, publicKey } = signingKeys();
  const name = sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(commonName)))));
  const algorithm = sequence(oid(1, 2, 840, 113549, 1, 1, 11), der(0x05));
  const facts = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(now - 86_400_000), time(now + 365 * 86_400_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(facts).sign(privateKey);
  const whole = sequence(facts, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

function oid(first: number, second: number, ...rest: number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]));
}

/** In groups of seven bits, all but the last one marked. */
function inSevens(value: number): number[] {
  const groups = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}

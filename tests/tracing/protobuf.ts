/** A field's values in a message of Protocol Buffers, by its number. Bytes are texts, numbers and messages of their own. */
type Fields = ReadonlyMap<number, (Buffer | bigint)[]>;

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** Reads one message, https://protobuf.dev/programming-guides/encoding/. */
export function fieldsIn(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => {
    at += length;
    if (at > message.length) throw new RangeError("the message ends within a field");
    return message.subarray(at - length, at);
  };
  const fieldOf = (type: number): Buffer | bigint => {
    if (type === VARINT) return varint();
    if (type === FIXED_64) return bytes(8).readBigUInt64LE();
    if (type === FIXED_32) return BigInt(bytes(4).readUInt32LE());
    if (type === BYTES) return bytes(Number(varint()));
    throw new Error(`there is no type ${type}`);
  };
  while (at < message.length) {
    const tag = Number(varint());
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), fieldOf(tag & 7)]);
  }
  return fields;
}

export const messagesIn = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [fieldsIn(value)] : []));

export const bytesIn = (fields: Fields, number: number): Buffer | undefined =>
  fields.get(number)?.find((value) => Buffer.isBuffer(value));

export const textIn = (fields: Fields, number: number): string => bytesIn(fields, number)?.toString() ?? "";

/** Zero where it was not sent. */
export const numberIn = (fields: Fields, number: number): number =>
  Number(fields.get(number)?.find((value) => typeof value === "bigint") ?? 0);

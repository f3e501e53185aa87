/** A database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/) with a country for the first bit of IPv4 addresses. */
export function countryDatabase(below128: string, above: string): Buffer {
  const data = [below128, above].map((code) => map({ country: map({ iso_code: text(code) }) }));
  const NODES = 1;
  const SEPARATOR = 16;
  const [first = Buffer.alloc(0)] = data;
  const records = [0, first.length].map((offset) => NODES + SEPARATOR + offset);
  const tree = Buffer.concat(records.map((record) => Buffer.from([0, record >> 8, record & 255])));
  const metadata = map({
    node_count: uint32(NODES),
    record_size: uint16(24),
    ip_version: uint16(4),
    database_type: text("Test-Country"),
    languages: Buffer.from([0x00, 0x04]),
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: Buffer.from([0x01, 0x02, 0x01]),
    description: map({}),
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...data, marker, metadata]);
}

/** Above 28 letters, the length less 29 is in a byte of its own. */
const text = (word: string): Buffer =>
  Buffer.concat([
    Buffer.from(word.length < 29 ? [0x40 | word.length] : [0x40 | 29, word.length - 29]),
    Buffer.from(word),
  ]);
const uint16 = (value: number): Buffer => Buffer.from([0xa2, value >> 8, value & 255]);
const uint32 = (value: number): Buffer => Buffer.from([0xc4, 0, 0, value >> 8, value & 255]);
const map = (entries: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    Buffer.from([0xe0 | Object.keys(entries).length]),
    ...Object.entries(entries).flatMap(([name, value]) => [text(name), value]),
  ]);

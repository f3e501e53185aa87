import { createHash, randomBytes } from "node:crypto";
import { brotliDecompressSync, constants, crc32, createBrotliCompress, createDeflateRaw } from "node:zlib";
import { LRUCache } from "lru-cache";

/** How an answer's body is encoded, as in the header Content-Encoding. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What is one visitor's alone in a page, by the names of its gaps. */
type Values = Readonly<Record<string, string>>;

/** The visitor's hidden fields in a page; see forms/visitor-fields.tsx. */
interface Fields {
  kind: string;
  names: string[];
}

/** A gap of a page, and what follows it up to the next one. */
interface Part {
  gap: string;
  bytes: Buffer;
}

/** A compressed page in which the gaps' bytes stand as they are, each from its offset on. */
interface Template {
  bytes: Buffer;
  gaps: readonly { name: string; at: number }[];
}

/** What HiddenVisitorFields renders; see forms/visitor-fields.tsx. */
const VISITORS_FIELDS = /(?<=<span hidden="" data-visitor="(\w+)">)(.*?)(?=<\/span>)/g;

/** As many as there are usual lengths of an address or a token; each is a fifth to a quarter of the page. */
const MOST_TEMPLATES = 16;

/**
 * A page that is sent many times: the same bytes for everybody but for its gaps, in which stands what is one visitor's alone, such as the
 * hidden fields of its form, a member's address or a store's token. In gzip the values stand in blocks of their own between the compressed
 * parts. In brotli the page is compressed once for each length of its values: random bytes, which no encoder can make shorter, take their
 * part meanwhile, between two flushes. So they stand in the result as they are, nothing refers back to them, and each visitor's values are
 * written over them.
 */
export class PageBytes {
  readonly fields: Fields | undefined;
  /** Names the page's content, in whatever encoding; undefined where each visitor gets other bytes. */
  readonly etag: string | undefined;
  private readonly digest: string;
  private readonly start: Buffer;
  private readonly parts: readonly Part[];
  private deflated: Promise<Buffer[]> | undefined;
  private readonly templates = new LRUCache<string, Promise<Template | undefined>>({ max: MOST_TEMPLATES });

  /**
   * @param marks what stands in the gaps of this page, by their names; nothing else in it looks like that
   * @throws where the page has fields of which it is not known how to make new ones, or more than one group of them
   */
  constructor(html: string, marks: Values = {}) {
    const [found, more] = [...html.matchAll(VISITORS_FIELDS)];
    if (more !== undefined) throw new Error("a cached page has more than one group of fields");
    if (found === undefined && html.includes("data-visitor")) throw new Error("a cached page has fields of no kind");
    const [fields, kind = ""] = found ?? [""];
    const names = [...fields.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
    this.fields = found && { kind, names };
    const { start, parts } = partsOf(html, { ...marks, fields });
    [this.start, this.parts] = [start, parts];
    this.digest = digestOf(start, parts);
    this.etag = parts.length > 0 ? undefined : `W/"${this.digest}"`;
  }

  /** Of the page with what it is compressed to, in bytes: an estimate. Pages with several gaps have many templates. */
  get size(): number {
    return this.plain({}).length * (this.parts.length > 1 ? 5 : 2);
  }

  /** Whether all bytes are the same. */
  equals(other: PageBytes): boolean {
    return this.digest === other.digest;
  }

  /** @param values what stands in the gaps, by their names, as it is in HTML and in JSON alike. @throws where one is missing */
  async encoded(encoding: Encoding, values: Values): Promise<Buffer> {
    const missing = this.parts.find(({ gap }) => values[gap] === undefined);
    if (missing !== undefined) throw new Error(`a cached page's visitor has no ${missing.gap}`);
    if (encoding === "identity") return this.plain(values);
    if (encoding === "gzip") return this.gzipped(values);
    const template = await this.templateFor(values);
    return template === undefined ? joined(await brotli([this.plain(values)])) : filled(template, values);
  }

  private plain(values: Values): Buffer {
    if (this.parts.length === 0) return this.start;
    return joined([this.start, ...this.parts.flatMap(({ gap, bytes }) => [Buffer.from(values[gap] ?? ""), bytes])]);
  }

  private async gzipped(values: Values): Promise<Buffer> {
    this.deflated ??= deflate([this.start, ...this.parts.map(({ bytes }) => bytes)]);
    const [start = EMPTY, ...parts] = await this.deflated;
    const plain = this.plain(values);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(plain));
    end.writeUInt32LE(plain.length, 4);
    const blocks = parts.flatMap((bytes, index) => [storedBlock(values[this.parts[index]?.gap ?? ""] ?? ""), bytes]);
    return joined([GZIP_HEADER, start, ...blocks, end]);
  }

  private templateFor(values: Values): Promise<Template | undefined> {
    const lengths = this.parts.map(({ gap }) => values[gap]?.length).join();
    const found = this.templates.get(lengths);
    if (found !== undefined) return found;
    const made = this.makeTemplate(values);
    this.templates.set(lengths, made);
    // The next visitor may have more luck.
    made.catch(() => this.templates.delete(lengths));
    return made;
  }

  /** Undefined where the result cannot be filled: chance may have made the random bytes look like some of the page. */
  private async makeTemplate(values: Values, tries = 3): Promise<Template | undefined> {
    if (tries === 0) return undefined;
    const chunks: Buffer[] = [this.start];
    const noises = this.parts.map(({ gap, bytes }) => {
      // Encoders look at the two bytes before a text, so they have to be the same ones whatever is filled in.
      const noise = joined([randomBytes(Buffer.byteLength(values[gap] ?? "")), bytes.subarray(0, TAIL)]);
      chunks.push(noise, bytes.subarray(TAIL));
      return { name: gap, noise };
    });
    const bytes = joined(await brotli(chunks));
    let from = 0;
    const gaps = noises.map(({ name, noise }) => {
      const at = bytes.indexOf(noise, from);
      from = at + noise.length;
      return { name, at };
    });
    const template = { bytes, gaps };
    const isGood = gaps.every(({ at }) => at >= 0) && isFilledAs(this.plain(values), filled(template, values));
    return isGood ? template : this.makeTemplate(values, tries - 1);
  }
}

function isFilledAs(plain: Buffer, brotliBytes: Buffer): boolean {
  try {
    return brotliDecompressSync(brotliBytes).equals(plain);
  } catch {
    return false;
  }
}

const TAIL = 3;
const EMPTY = Buffer.alloc(0);
const joined = (parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

/** Cuts a page at the marks. */
function partsOf(html: string, marks: Values): { start: Buffer; parts: Part[] } {
  const names = new Map(Object.entries(marks).flatMap(([name, mark]) => (mark === "" ? [] : [[mark, name] as const])));
  if (names.size === 0) return { start: Buffer.from(html), parts: [] };
  const [start = "", ...rest] = html.split(new RegExp(`(${[...names.keys()].map(escaped).join("|")})`));
  const parts: Part[] = [];
  for (let at = 0; at < rest.length; at += 2)
    parts.push({ gap: names.get(rest[at] ?? "") ?? "", bytes: Buffer.from(rest[at + 1] ?? "") });
  if (parts.some(({ bytes }) => bytes.length < TAIL)) throw new Error("a cached page's gaps touch each other");
  return { start: Buffer.from(start), parts };
}

const escaped = (text: string): string => text.replace(/[^\w\s]/g, "\\$&");

function digestOf(start: Buffer, parts: readonly Part[]): string {
  const hash = createHash("sha256").update(start);
  for (const { gap, bytes } of parts) hash.update(`\0${gap}\0`).update(bytes);
  return hash.digest("base64url").slice(0, 22);
}

/** A copy with the visitor's values in its gaps. */
function filled({ bytes, gaps }: Template, values: Values): Buffer {
  if (gaps.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const { name, at } of gaps) copy.write(values[name] ?? "", at);
  return copy;
}

/**
 * How cached pages are compressed by brotli. Below quality 7 the longest checkouts are 100 to 450 bytes longer. No page is
 * longer than a window of 64 KB, with which brotli takes a quarter less time than with its usual one, for a few bytes less.
 */
export const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: 16 };

const brotli = (parts: readonly Buffer[]): Promise<Buffer[]> =>
  compressed(createBrotliCompress({ params: BROTLI }), parts, constants.BROTLI_OPERATION_FLUSH);

/** Nothing in a part refers back to an earlier one. */
const deflate = (parts: readonly Buffer[]): Promise<Buffer[]> =>
  compressed(createDeflateRaw(), parts, constants.Z_FULL_FLUSH);

/** Each part as it is compressed, flushed after it, in the thread pool. */
async function compressed(
  encoder: ReturnType<typeof createBrotliCompress>,
  parts: readonly Buffer[],
  flush: number,
): Promise<Buffer[]> {
  const results: Buffer[] = [];
  let chunks: Buffer[] = [];
  encoder.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => encoder.once("end", resolve).once("error", reject));
  for (const [index, part] of parts.entries()) {
    encoder.write(part);
    if (index < parts.length - 1) await new Promise<void>((resolve) => encoder.flush(flush, resolve));
    else {
      encoder.end();
      await done;
    }
    results.push(joined(chunks));
    chunks = [];
  }
  return results;
}

/** RFC 1952: deflated, no name, no time, of an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** RFC 1951, 3.2.4: a block that is not compressed, and not the last one. */
function storedBlock(value: string): Buffer {
  const bytes = Buffer.from(value);
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return joined([header, bytes]);
}

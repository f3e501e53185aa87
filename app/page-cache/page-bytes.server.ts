import { createHash, randomBytes } from "node:crypto";
import { brotliDecompressSync, constants, crc32, createBrotliCompress, createGzip, gunzipSync } from "node:zlib";

/** How an answer's body is encoded, as in the header Content-Encoding. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Where the visitor's hidden fields stand in a page; offsets and lengths in bytes. */
interface Gap {
  kind: string;
  names: string[];
  at: number;
  length: number;
}

/** A compressed page in which the gap's bytes stand as they are, at an offset. */
interface Template {
  bytes: Buffer;
  at: number;
}

/** What HiddenVisitorFields renders; see forms/visitor-fields.tsx. */
const VISITORS_FIELDS = /(<span hidden="" data-visitor="(\w+)">)(.*?)<\/span>/g;

/**
 * A page that is sent many times: the same bytes for everybody but for one gap, the hidden fields of its form. It is compressed
 * once. Random bytes, which no encoder can make shorter, take the fields' part meanwhile, between two flushes: so they stand in
 * the result as they are, nothing refers back to them, and each visitor's fields are written over them.
 */
export class PageBytes {
  readonly gap: Gap | undefined;
  private readonly identity: Buffer;
  private madeEtag: string | undefined;
  private readonly templates = new Map<"br" | "gzip", Promise<Template | undefined>>();

  /** @throws where the page has fields of which it is not known how to make new ones, or more than one group of them */
  constructor(html: string) {
    this.identity = Buffer.from(html);
    const [found, more] = [...html.matchAll(VISITORS_FIELDS)];
    if (more !== undefined) throw new Error("a cached page has more than one group of fields");
    if (found === undefined && html.includes("data-visitor")) throw new Error("a cached page has fields of no kind");
    if (found === undefined) return;
    const [, start = "", kind = "", fields = ""] = found;
    const names = [...fields.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
    const at = Buffer.byteLength(html.slice(0, found.index + start.length));
    this.gap = { kind, names, at, length: Buffer.byteLength(fields) };
  }

  /** Of the encoded page and its templates, in bytes, as far as they are made for sure. */
  get size(): number {
    return this.identity.length * 2;
  }

  /** Names the page's content, in whatever encoding; undefined where each visitor gets other bytes. */
  get etag(): string | undefined {
    if (this.gap !== undefined) return undefined;
    this.madeEtag ??= `W/"${createHash("sha256").update(this.identity).digest("base64url").slice(0, 22)}"`;
    return this.madeEtag;
  }

  /** Whether all bytes are the same. */
  equals(other: PageBytes): boolean {
    return this.identity.equals(other.identity);
  }

  /** @param html the HTML of the fields for the gap, as long as the gap; empty where there is none */
  async encoded(encoding: Encoding, html: string): Promise<Buffer> {
    const fields = Buffer.from(html);
    const { at = 0, length = 0 } = this.gap ?? {};
    if (fields.length !== length) throw new Error(`fields of ${fields.length} bytes for a gap of ${length}`);
    if (encoding === "identity") return filled(this.identity, at, fields);
    const template = await this.templateFor(encoding);
    if (template === undefined) return compressedParts([filled(this.identity, at, fields)], encoding);
    const bytes = filled(template.bytes, template.at, fields);
    if (encoding === "gzip" && length > 0)
      bytes.writeUInt32LE(crc32(filled(this.identity, at, fields)), bytes.length - 8);
    return bytes;
  }

  private templateFor(encoding: "br" | "gzip"): Promise<Template | undefined> {
    const found = this.templates.get(encoding);
    if (found !== undefined) return found;
    const made = this.makeTemplate(encoding);
    this.templates.set(encoding, made);
    // The next visitor may have more luck.
    made.catch(() => this.templates.delete(encoding));
    return made;
  }

  /** Undefined where the result cannot be filled: chance may have made the random bytes look like some of the page. */
  private async makeTemplate(encoding: "br" | "gzip"): Promise<Template | undefined> {
    if (this.gap === undefined) return { bytes: await compressedParts([this.identity], encoding), at: 0 };
    const { at, length } = this.gap;
    const end = at + length;
    // Encoders look at the two bytes before a text, which are the fields' last ones.
    const noise = Buffer.concat([randomBytes(length - TAIL), this.identity.subarray(end - TAIL, end)]);
    const parts = [this.identity.subarray(0, at), noise, this.identity.subarray(end)];
    const bytes = await compressedParts(parts, encoding);
    const template = { bytes, at: bytes.indexOf(noise) };
    return template.at >= 0 && this.canBeFilled(template, encoding) ? template : undefined;
  }

  private canBeFilled(template: Template, encoding: "br" | "gzip"): boolean {
    const { at, length } = this.gap ?? { at: 0, length: 0 };
    const sample = this.identity.subarray(at, at + length);
    const bytes = filled(template.bytes, template.at, sample);
    if (encoding === "gzip") bytes.writeUInt32LE(crc32(this.identity), bytes.length - 8);
    return (encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).equals(this.identity);
  }
}

const TAIL = 3;

/** A copy with other bytes from an offset on. */
function filled(bytes: Buffer, at: number, fields: Buffer): Buffer {
  if (fields.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  fields.copy(copy, at);
  return copy;
}

/**
 * How cached pages are compressed by brotli. Below quality 7 the longest checkouts are 100 to 450 bytes longer. No page is
 * longer than a window of 64 KB, with which brotli takes a quarter less time than with its usual one, for a few bytes less.
 */
export const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Flushes after each part, in the thread pool. */
async function compressedParts(parts: readonly Buffer[], encoding: "br" | "gzip"): Promise<Buffer> {
  const encoder = encoding === "br" ? createBrotliCompress({ params: BROTLI }) : createGzip();
  const chunks: Buffer[] = [];
  encoder.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => encoder.once("end", resolve).once("error", reject));
  for (const [index, part] of parts.entries()) {
    encoder.write(part);
    if (index < parts.length - 1) await new Promise<void>((resolve) => encoder.flush(resolve));
  }
  encoder.end();
  await done;
  return Buffer.concat(chunks);
}

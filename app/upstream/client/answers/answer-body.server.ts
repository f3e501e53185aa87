const MAX_BYTES = 1024 * 1024;
/** The contract nests five deep; a deeper body may be an attack on code that walks it. */
const MAX_DEPTH = 64;

/** The body is not what any endpoint of the contract may send. */
export class BodyError extends Error {
  override name = "BodyError";
}

/** The JSON of an answer. @throws BodyError when it is too big, too deep or not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const value = parse(decode(await readCapped(response)));
  if (isTooDeep(value)) throw new BodyError(`nested more than ${MAX_DEPTH} deep`);
  return value;
}

/** JSON can write half of a surrogate pair, which UTF-8 cannot: a page's text would differ from its data. */
const SURROGATE = /\\ud[89a-f]/i;
const withoutHalves = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, SURROGATE.test(text) ? withoutHalves : undefined);
  } catch (cause) {
    throw new BodyError("not JSON", { cause });
  }
}

async function readCapped(response: Response): Promise<Uint8Array[]> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    bytes += part.value.byteLength;
    if (bytes > MAX_BYTES) throw new BodyError(`larger than ${MAX_BYTES} bytes`);
  }
  return chunks;
}

/** Always UTF-8, whatever the Content-Type says. */
function decode(chunks: Uint8Array[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new BodyError("not UTF-8", { cause });
  }
}

/** Goes level by level, because such a body can overflow the stack of a recursive function. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}

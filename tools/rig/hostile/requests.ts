import { LOCALES } from "~/i18n/locales";
import { type Chance, chanceFor } from "../../../sandbox/bare/seeded";
import { encoded, halfEncoded, inHeader, isTelling, type Payload, payloadOf } from "./payloads";
import type { RealForm, RealVisit } from "./real-visit";
import { COOKIES, FIELDS, HEADERS, PARAMETER, PARAMS, PATHS } from "./surface";

/** One request that means harm. */
export interface HostileRequest {
  /** What is wrong with it, for whoever reads of a failure. */
  what: string;
  method: "GET" | "POST";
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Names this input wherever an answer repeats it. */
  marker: string;
  /** What no page may hold in these very letters. */
  evidence: string[];
  /** What only an untouched token lets see. */
  secrets: readonly string[];
}

interface Parts {
  number: number;
  chance: Chance;
  payload: Payload;
  real: RealVisit;
  site: string;
}

type Bare = Pick<HostileRequest, "what" | "path"> & Partial<HostileRequest>;

/** The one of a number: the same for the same seed and visit. */
export function hostileRequest(number: number, seed: number, real: RealVisit, site: string): HostileRequest {
  const chance = chanceFor(seed, `hostile ${number}`);
  const payload = payloadOf(number, chance);
  const made = chance.pick(WAYS)({ number, chance, payload, real, site });
  const ip = `10.${100 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`;
  return {
    method: "GET",
    marker: payload.marker,
    evidence: isTelling(payload) ? [payload.text] : [],
    secrets: real.emails,
    ...made,
    headers: { accept: "text/html", "x-forwarded-for": ip, ...made.headers },
  };
}

const write = (text: string, { pick }: Chance): string => pick([encoded, encoded, halfEncoded])(text);

/** A route with an innocent word for its parameter, sometimes in a language. */
function somePath({ chance }: Parts, parameter = "monthly"): string {
  const path = chance.pick(PATHS).replace(PARAMETER, parameter);
  return chance.oneIn(3) ? `/${chance.pick(LOCALES).code}${path}` : path;
}

function inPath(parts: Parts): Bare {
  const text = write(parts.payload.text, parts.chance);
  const path = somePath(parts, text);
  return { what: "path", path: path.includes(text) ? path : `${path}/${text}` };
}

function inQuery(parts: Parts): Bare {
  const { chance, payload } = parts;
  const name = chance.pick(PARAMS);
  const text = write(payload.text, chance);
  const pair = chance.oneIn(8) ? `${text}=1&${name}=${name}` : `${name}=${text}`;
  const again = chance.oneIn(8) ? `&${name}=${name}&${name}[]=1` : "";
  return { what: `parameter ${name}`, path: `${somePath(parts)}?${pair}${again}` };
}

function inCookie(parts: Parts): Bare {
  const { chance, payload, real } = parts;
  const name = chance.pick(COOKIES);
  const others = chance.oneIn(2) ? [...real.cookies].filter(([other]) => other !== name) : [];
  const text = chance.oneIn(3) ? inHeader(payload.text) : encoded(payload.text);
  const cookie = [...others.map(([other, value]) => `${other}=${value}`), `${name}=${text}`].join("; ");
  const path = chance.pick([somePath(parts), "/", "/payment/monthly", "/account", "/receipts", "/paystatus"]);
  return { what: `cookie ${name}`, path, headers: { cookie }, secrets: [] };
}

function inAHeader(parts: Parts): Bare {
  const name = parts.chance.pick(HEADERS);
  return { what: `header ${name}`, path: somePath(parts), headers: { [name]: inHeader(parts.payload.text) } };
}

function inField(parts: Parts): Bare {
  const { chance, payload, real, site } = parts;
  const form = chance.pick(real.forms);
  const name = chance.pick([...form.fields.keys(), ...form.fields.keys(), ...FIELDS]);
  const fields = new Map([...form.fields, [name, payload.text]]);
  if (chance.oneIn(6)) fields.set(chance.pick(FIELDS), payload.text);
  return { what: `field ${name}`, ...posted(form.path, fields, chance, real, site), secrets: [] };
}

/** As a browser posts a form, mostly; in parts, or as what no form is, now and then. */
function posted(path: string, fields: RealForm["fields"], chance: Chance, { cookies }: RealVisit, site: string) {
  const headers: Record<string, string> = {
    origin: chance.oneIn(12) ? "https://evil.example" : site,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "content-type": "application/x-www-form-urlencoded",
  };
  if (chance.oneIn(10)) {
    headers["content-type"] = "multipart/form-data; boundary=rig";
    const part = ([name, value]: [string, string]) =>
      `--rig\r\ncontent-disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n${value}\r\n`;
    return { method: "POST" as const, path, headers, body: `${[...fields].map(part).join("")}--rig--\r\n` };
  }
  if (chance.oneIn(20)) headers["content-type"] = chance.pick(["application/json", "text/plain", "a/b; c", ""]);
  const body = [...fields].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  return { method: "POST" as const, path, headers, body };
}

const SEALED_PARAMS = ["o", "k", "sent", "back", "token"] as const;
const TOKEN_PATHS = [
  "/paystatus",
  "/paysuc",
  "/redirect",
  "/receipts",
  "/receipts/INV-1",
  "/paystatus/state",
  "/return/so",
];

/** A token that was cut, spliced, changed, or carried where another one belongs. */
function byToken({ chance, real, site, payload }: Parts): Bare {
  const names = [...real.tokens.keys()];
  const [one, other] = [chance.pick(names), chance.pick(names)];
  const token = damaged(real.tokens.get(one) ?? "", real.tokens.get(other) ?? "", chance, payload);
  if (chance.oneIn(4)) {
    const form = real.forms[0];
    const field = chance.pick(["quote", "attempt", "stamp", "csrf"]);
    if (form !== undefined) {
      const fields = new Map([...form.fields, [field, token]]);
      return { what: `${one} as field ${field}`, ...posted(form.path, fields, chance, real, site), secrets: [] };
    }
  }
  if (chance.oneIn(4)) {
    const cookie = `${chance.pick(["orders", "session", "csrf", "paypal_token"])}=${inHeader(token)}`;
    return {
      what: `${one} as a cookie`,
      path: chance.pick(["/", "/receipts", "/payment/monthly"]),
      headers: { cookie },
    };
  }
  const param = chance.pick(SEALED_PARAMS);
  return { what: `${one} as ${param}`, path: `${chance.pick(TOKEN_PATHS)}?${param}=${encoded(token)}` };
}

/** Never the whole of the first token: what it lets see may not be seen. */
function damaged(token: string, other: string, chance: Chance, { text }: Payload): string {
  const at = 1 + chance.below(Math.max(1, token.length - 8));
  return chance.pick([
    token.slice(0, at),
    token.slice(at),
    token.slice(0, at) + other.slice(at) + (other === token ? "x" : ""),
    `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`,
    token.split(".").reverse().join("."),
    `${token.split(".")[0]}.${other.split(".").slice(1).join(".")}.`,
    `${token}${text.slice(0, 100)}`,
    `eyJhbGciOiJub25lIn0.${token.split(".").slice(1).join(".")}`,
    token.toUpperCase(),
  ]);
}

/** A page that could be asked to send its visitor elsewhere. */
function elsewhere({ chance, payload, real, site }: Parts): Bare {
  const text = chance.pick([
    `https://evil.example/${payload.marker}`,
    `//evil.example/${payload.marker}`,
    payload.text,
  ]);
  if (chance.oneIn(3)) {
    const fields = new Map([
      ["intent", chance.pick(["stay", "login", "logout"])],
      ["lite", "1"],
      [chance.pick(["page", "plan", "o", "k"]), text],
      ...(chance.oneIn(2) ? [["page", chance.pick(["payment", "receipts", "paysuc"])] as const] : []),
    ]);
    return { what: "return page", ...posted(chance.pick(["/account", "/preferences"]), fields, chance, real, site) };
  }
  const start = chance.pick([
    "//evil.example",
    "/\\evil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "/.//evil.example",
  ]);
  return chance.oneIn(2)
    ? { what: "double slash", path: `${start}/${chance.pick(["", "de", "payment/", "home", "redirect?to=home"])}` }
    : {
        what: "redirect",
        path: `/redirect?${chance.pick(["to", "url", "o", "next"])}=${encoded(text)}&sid=${encoded(chance.pick(["502", text]))}`,
      };
}

const WAYS: readonly ((parts: Parts) => Bare)[] = [
  inPath,
  inPath,
  inQuery,
  inQuery,
  inQuery,
  inCookie,
  inCookie,
  inAHeader,
  inField,
  inField,
  inField,
  byToken,
  byToken,
  elsewhere,
];

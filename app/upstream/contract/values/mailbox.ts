/** How a mail service reads addresses: which spellings end in the same mailbox. */
interface Service {
  /** The same name at each of them is one mailbox, called by the first; else each domain has mailboxes of its own. */
  isOneDomain?: true;
  domains: readonly string[];
  /** Begins what the service leaves out: name+anything. */
  tag: "+" | "-";
  /** The name, however its dots, hyphens and underscores are written. */
  plainName?: (name: string) => string;
  /** anything@name.example.com is name@example.com. */
  hasSubdomains?: true;
}

/** `site` in each of the countries. */
const inCountries = (site: string, countries: string): string[] =>
  countries.split(" ").map((country) => `${site}.${country}`);

/**
 * From what the services say themselves, where they do; their domains are also in validator.js (normalizeEmail) or in MaxMind's
 * minfraud-api-node. A domain that is missing here is left alone.
 */
const SERVICES: readonly Service[] = [
  // support.google.com/mail/answer/7436150 (dots), /answer/22370 (plus), /answer/10313 (googlemail.com)
  {
    isOneDomain: true,
    domains: ["gmail.com", "googlemail.com"],
    tag: "+",
    plainName: (name) => name.replaceAll(".", ""),
  },
  // support.microsoft.com: Outlook.com delivers name+anything, as Exchange does
  // (learn.microsoft.com/en-us/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online)
  {
    domains: [
      ...inCountries(
        "outlook",
        "at be cl co.il co.nz co.th com com.ar com.au com.br com.gr com.pe com.tr com.vn cz de",
      ),
      ...inCountries("outlook", "dk es fr hu id ie in it jp kr lv my ph pt sa sg sk"),
      ...inCountries("hotmail", "at be ca cl co.il co.nz co.th co.uk com com.ar com.au com.br com.gr com.mx com.pe"),
      ...inCountries("hotmail", "com.tr com.vn cz de dk es fr hu id ie in it jp kr lv my ph pt sa sg sk"),
      ...inCountries("live", "be co.uk com com.ar com.mx de es eu fr it nl"),
      "msn.com",
      "passport.com",
    ],
    tag: "+",
  },
  // support.apple.com/guide/icloud: name+anything; the three domains came one after another, for different people
  { domains: ["icloud.com", "me.com", "mac.com"], tag: "+" },
  // help.yahoo.com, "disposable addresses": nickname-keyword. A Yahoo ID has no hyphen.
  {
    domains: [
      ...inCountries(
        "yahoo",
        "at be bg ca cl co.id co.il co.in co.kr co.nz co.th co.uk co.za com com.ar com.au com.br",
      ),
      ...inCountries("yahoo", "com.co com.hk com.hr com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve"),
      ...inCountries("yahoo", "com.vn cz de dk ee es fi fr gr hu ie in it lt lv nl no pl pt ro se sk"),
      "ymail.com",
      "rocketmail.com",
    ],
    tag: "-",
  },
  // yandex.com/support/mail: each mailbox has the same name in all of these domains, and a dot in it may be written as a hyphen
  {
    isOneDomain: true,
    domains: ["yandex.ru", "ya.ru", "yandex.by", "yandex.com", "yandex.kz", "yandex.ua"],
    tag: "+",
    plainName: (name) => name.replaceAll(".", "-"),
  },
  // proton.me/support/addresses-and-aliases (plus); no two names differ only in dots, hyphens and underscores
  // (sindastra.de/p/1775/protonmail-dots-hyphens-and-underscores)
  {
    isOneDomain: true,
    domains: ["proton.me", "protonmail.com", "pm.me"],
    tag: "+",
    plainName: (name) => name.replace(/[._-]/g, ""),
  },
  // fastmail.help/hc/en-us/articles/360060591053: plus, and subdomain addressing
  {
    domains: [
      ...inCountries("fastmail", "com fm cn co.uk com.au de es fr im in jp mx net nl org se to tw uk us"),
      ..."123mail.org airpost.net eml.cc fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com imap.cc".split(" "),
      ..."mailbolt.com mailcan.com mailhaven.com mailmight.com ml1.net mm.st myfastmail.com proinbox.com".split(" "),
      ..."promessage.com rushpost.com sent.as sent.at sent.com speedymail.org warpmail.net xsmail.com".split(" "),
      ..."yepmail.net your-mail.com".split(" "),
    ],
    tag: "+",
    hasSubdomains: true,
  },
];

const SERVICE_OF: ReadonlyMap<string, Service> = new Map(
  SERVICES.flatMap((service) => service.domains.map((domain): [string, Service] => [domain, service])),
);

/**
 * The mailbox behind an e-mail address, however it is written: `O.n.c.e+x@googlemail.com` is `once@gmail.com`. For counting
 * only: nothing is sent there, and no order is found by it, because only the service itself knows for certain.
 */
export function mailboxOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  if (at === -1) return lower;
  const { name, domain } = withoutSubdomain(lower.slice(0, at), lower.slice(at + 1));
  const service = SERVICE_OF.get(domain);
  if (service === undefined) return lower;
  const untagged = withoutTag(name, service.tag);
  const plain = service.plainName?.(untagged) || untagged;
  return `${plain}@${service.isOneDomain ? service.domains[0] : domain}`;
}

/** A name that only consists of what is left out stays as it is. */
function withoutTag(name: string, tag: Service["tag"]): string {
  const from = name.indexOf(tag);
  return from > 0 ? name.slice(0, from) : name;
}

function withoutSubdomain(name: string, domain: string): { name: string; domain: string } {
  const dot = domain.indexOf(".");
  const above = domain.slice(dot + 1);
  const isName = name !== "" && dot > 0 && SERVICE_OF.get(above)?.hasSubdomains === true;
  return isName && !SERVICE_OF.has(domain) ? { name: domain.slice(0, dot), domain: above } : { name, domain };
}

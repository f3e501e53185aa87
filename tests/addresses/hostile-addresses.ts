import fc from "fast-check";

/** Addresses that nobody may be sent to, with permission to leave or without. */
export const FORBIDDEN = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0000javascript:alert(1)",
  "\u001fjavascript:alert(1)",
  "javascript://site.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "ftp://files.example/",
  "about:blank",
  "mailto:buyer@example.com",
  "ws://site.example/",
  "http://pay.example/",
  "https://user@pay.example/",
  "https://user:word@pay.example/",
  "https://:word@pay.example/",
  "//user@pay.example/",
  "https://",
  "https://pay.example:99999/",
  "https://pay example/",
  "/\tpay.example",
  "/\npay.example",
  "/payment\u0007",
  "\\\\pay.example",
  "/\\pay.example",
  "\\/pay.example",
  "/payment\\..\\..\\pay.example",
  "https:\\\\pay.example",
  "/.//pay.example",
  "/de/..//pay.example",
  "/de/%2e%2e//pay.example",
] as const;

/** Addresses of other sites: only with permission. */
export const ELSEWHERE = [
  "https://pay.example/so/ord_1?x=1#y",
  "//pay.example",
  "//pay.example/so",
  "///pay.example",
  "https:pay.example",
  "HTTPS://pay.example/",
] as const;

/** Addresses of the site. */
export const OWN = [
  "/",
  "/de/payment/yearly?o=a.b-c_d&coupon=20%25%20off#email",
  "/payment/a%2Fb%5Cc",
  "/payment?back=//pay.example&note=a\\b",
  "/payment?at=https://pay.example/",
  "/:/@/x",
] as const;

const PIECES = [
  ..."/\\?#@:.%&= \t\n\r\u0000\u00ad\u2028",
  "//",
  "..",
  "%2e",
  "%2f",
  "%5c",
  "http:",
  "https:",
  "HTTPS:",
  "javascript:",
  "data:",
  "blob:",
  "file:",
  "payment",
  "de",
  "pay.example",
  "localhost",
  "site.invalid",
  "[::1]",
  "\uff0f",
  "\u3002",
  "user:word@",
];

/** Made of the pieces that addresses are misread by. */
export const anyAddress = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: "binary" }),
);

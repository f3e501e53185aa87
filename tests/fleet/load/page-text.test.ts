import { expect, it } from "vitest";
import { readPage } from "../../../tools/fleet/load/page-text";

it("a page's language, heading, price and files are read off its text", () => {
  const html = `<!DOCTYPE html><html lang="en" dir="ltr"><head><link href="/assets/a-1.css" rel="stylesheet"></head>
    <body><h1 class="big">We can&#x27;t <b>wait</b></h1><image href="/assets/marks-2.svg#visa"/><image href="/assets/marks-2.svg#upi"/>
    <button class="button button-pay" type="submit">Pay <bdi>$1,047.88</bdi></button><script src="/assets/b-3.js"></script></body></html>
  `;
  expect(readPage(html)).toEqual({
    lang: "en",
    heading: "We can't wait",
    isComplete: true,
    price: 1047.88,
    files: ["/assets/a-1.css", "/assets/marks-2.svg", "/assets/b-3.js"],
  });
});

it("what broke off in the middle is not complete, and an error page of nginx has no language", () => {
  expect(readPage("<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad")).toMatchObject({
    lang: "",
    heading: "",
    isComplete: false,
    price: undefined,
  });
});

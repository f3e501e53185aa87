import { Router } from "express";
import { isLocaleCode, LOCALES, type LocaleCode } from "~/i18n/locales";
import type { Letter } from "../../mails/letter";
import { renderLetter } from "../../mails/render-letter";
import { TEMPLATE_SENDER, TEMPLATES } from "../../mails/templates";
import { MessagePage, sendPage } from "../html/document";
import { Table } from "../html/table";
import { ControlDocument } from "./control-document";
import { sendLetter } from "./send-letter";

/** Every mail to a buyer in every language, as `npm run mails` writes it. */
export function mailTemplatesRouter(): Router {
  const router = Router();
  router.get("/control/mails", (_request, response) => sendPage(response, <TemplatesPage />));
  router.get("/control/mails/:lang/:file", ({ params: { lang, file } }, response) => {
    const [kind, format] = file.split(".");
    const letter = letters.find((one) => one.kind === kind);
    if (letter === undefined || !isLocaleCode(lang) || (format !== "html" && format !== "txt"))
      return sendPage(response, <MessagePage title="No such mail" text="There is no letter of this kind." />, 404);
    const { html, text } = renderLetter(lang, letter, TEMPLATE_SENDER);
    if (format === "html") sendLetter(response, "html", html);
    else sendLetter(response, "text", text);
  });
  return router;
}

const letters: readonly Letter[] = Object.values(TEMPLATES);

function TemplatesPage() {
  return (
    <ControlDocument title="Mails">
      <p>The mails to buyers, with names in braces where a mail system fills in what it knows.</p>
      <Table
        head={["Kind", ...LOCALES.map(({ code }) => code)]}
        rows={letters.map(({ kind }) => ({
          key: kind,
          cells: [kind, ...LOCALES.map(({ code }) => <Links key={code} lang={code} kind={kind} />)],
        }))}
      />
    </ControlDocument>
  );
}

function Links({ lang, kind }: { lang: LocaleCode; kind: Letter["kind"] }) {
  return (
    <>
      <a href={`/control/mails/${lang}/${kind}.html`}>html</a> <a href={`/control/mails/${lang}/${kind}.txt`}>text</a>
    </>
  );
}

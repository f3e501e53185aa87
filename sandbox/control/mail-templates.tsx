import { type Response, Router } from "express";
import { DEFAULT_LOCALE, isLocaleCode, LOCALES, type LocaleCode, localeOf } from "~/i18n/locales";
import { renderLetter } from "../../mails/render-letter";
import { TEMPLATE_SENDER, type Template, templates } from "../../mails/templates";
import { sendPage } from "../../payments/html/page";
import { Table } from "../../payments/html/table";
import { SANDBOX_CATALOGUE } from "../catalogue";
import { MessagePage } from "../html/document";
import { ControlDocument } from "./control-document";
import { sendLetter } from "./send-letter";

/** Every mail to a buyer in every language, as `npm run mails` writes it. */
export function mailTemplatesRouter(): Router {
  const router = Router();
  router.get("/control/mails", ({ query }, response) => {
    const { lang = DEFAULT_LOCALE } = query;
    if (isLocaleCode(lang)) sendPage(response, <TemplatesPage lang={lang} />);
    else sendUnknownTemplate(response);
  });
  router.get("/control/mails/:lang/:file", ({ params: { lang, file } }, response) => {
    const [name, format] = file.split(".");
    const template = TEMPLATES.find((one) => one.name === name);
    if (template === undefined || !isLocaleCode(lang) || (format !== "html" && format !== "txt"))
      return sendUnknownTemplate(response);
    const { html, text } = renderLetter(lang, template.letter, TEMPLATE_SENDER);
    if (format === "html") sendLetter(response, "html", html);
    else sendLetter(response, "text", text);
  });
  return router;
}

const TEMPLATES: readonly Template[] = templates(
  SANDBOX_CATALOGUE.withdrawalDays.EEA ?? SANDBOX_CATALOGUE.voluntaryWithdrawalDays,
);

const sendUnknownTemplate = (response: Response): void =>
  sendPage(response, <MessagePage title="No such mail" text="There is no letter of this kind or language." />, 404);

function TemplatesPage({ lang }: { lang: LocaleCode }) {
  return (
    <ControlDocument title="Mails" place="/control/mails">
      <p className="lead">The mails to buyers, with names in braces where a mail system fills in what it knows.</p>
      <nav className="places" aria-label="Languages">
        {LOCALES.map(({ code, tag, name }) => (
          <a
            key={code}
            href={`/control/mails?lang=${code}`}
            lang={tag}
            aria-current={code === lang ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <Table
        head={["Letter", "Subject", "Read"]}
        rows={TEMPLATES.map((template) => templateRow(lang, template))}
        empty="There are no mails."
      />
    </ControlDocument>
  );
}

const templateRow = (lang: LocaleCode, { name, letter }: Template) => {
  const { subject } = renderLetter(lang, letter, TEMPLATE_SENDER);
  const address = `/control/mails/${lang}/${name}`;
  return {
    key: name,
    cells: [
      name,
      <bdi key="subject" lang={localeOf(lang).tag}>
        {subject}
      </bdi>,
      <div key="links" className="buttons">
        <a href={`${address}.html`}>HTML</a> <a href={`${address}.txt`}>text</a>
      </div>,
    ],
  };
};

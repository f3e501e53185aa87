import { Fragment } from "react";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";

/** The sale in a line; where it does not fit in one, it breaks between its facts. */
export function ShortLine({ facts }: { facts: readonly string[] }) {
  const separator = separatorOf(useLang()).trimEnd();
  return facts.map((fact, at) => (
    <Fragment key={fact}>
      {at > 0 && " "}
      <span className="fact">
        {fact}
        {at < facts.length - 1 && separator}
      </span>
    </Fragment>
  ));
}

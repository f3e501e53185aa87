import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useFrame } from "../use-frame";

/** What is agreed to by paying. */
export function Agreement() {
  const { t } = useTranslation("payment");
  const { brand } = useFrame();
  return (
    <p className="hint">
      <Trans
        t={t}
        i18nKey="agree"
        components={{
          terms: <TextLink href={brand.termsUrl} />,
          privacy: <TextLink href={brand.policyUrl} />,
        }}
      />
    </p>
  );
}

/** A link whose words come from a message. */
const TextLink = ({ href, children }: { href: string; children?: ReactNode }) => <a href={href}>{children}</a>;

import "i18next";
import type accessibility from "../../locales/en/accessibility.json";
import type account from "../../locales/en/account.json";
import type checkout from "../../locales/en/checkout.json";
import type consent from "../../locales/en/consent.json";
import type declaration from "../../locales/en/declaration.json";
import type errors from "../../locales/en/errors.json";
import type footer from "../../locales/en/footer.json";
import type formAnswers from "../../locales/en/form-answers.json";
import type global from "../../locales/en/global.json";
import type home from "../../locales/en/home.json";
import type mails from "../../locales/en/mails.json";
import type nav from "../../locales/en/nav.json";
import type payPlan from "../../locales/en/pay-plan.json";
import type payment from "../../locales/en/payment.json";
import type paystatus from "../../locales/en/paystatus.json";
import type paysuc from "../../locales/en/paysuc.json";
import type pricing from "../../locales/en/pricing.json";
import type providers from "../../locales/en/providers.json";
import type receipts from "../../locales/en/receipts.json";
import type sale from "../../locales/en/sale.json";
import type subscription from "../../locales/en/subscription.json";

// Message keys are typed by the English messages: a key that English lacks does not compile.
declare module "i18next" {
  /** What i18next looks messages up with; its own types leave it out, so another version may be without it. */
  interface CustomInstanceExtensions {
    translator?: {
      translate(key: string | string[], options?: Readonly<Record<string, unknown>>, ...rest: unknown[]): string;
    };
  }

  interface CustomTypeOptions {
    defaultNS: "global";
    returnNull: false;
    resources: {
      accessibility: typeof accessibility;
      account: typeof account;
      checkout: typeof checkout;
      consent: typeof consent;
      declaration: typeof declaration;
      errors: typeof errors;
      footer: typeof footer;
      "form-answers": typeof formAnswers;
      global: typeof global;
      home: typeof home;
      mails: typeof mails;
      nav: typeof nav;
      "pay-plan": typeof payPlan;
      payment: typeof payment;
      paystatus: typeof paystatus;
      paysuc: typeof paysuc;
      pricing: typeof pricing;
      providers: typeof providers;
      receipts: typeof receipts;
      sale: typeof sale;
      subscription: typeof subscription;
    };
  }
}

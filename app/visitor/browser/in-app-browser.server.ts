import isWebview from "is-ua-webview";

/** Apps whose browsers do not call themselves a web view; each also loses cookies, tabs or downloads. */
const APPS = /FBAN|FBAV|Instagram|\bLine\/|MicroMessenger|KAKAOTALK|musical_ly|BytedanceWebview|Snapchat|\bTwitter/;

/** Whether a page is shown inside another app, where a buyer may not come back to it. */
export const isInAppBrowser = (userAgent: string): boolean => APPS.test(userAgent) || isWebview(userAgent);

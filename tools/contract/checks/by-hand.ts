/** What no check sees, because they pay nothing and read no mail; and how to see it by hand. */
export const NEVER_SEEN: readonly { what: string; how: string }[] = [
  {
    what: "a mailed link opens all that was bought with the address, and be/end_links ends what was made before",
    how: "pay two orders with one address, have a link mailed, call be/end_links with its sign: that sign, the link's token and both orders' keys must then be refused with 401, and the answer's key must open both",
  },
  {
    what: "an order's key shows, cancels and withdraws from its own subscription only",
    how: "pay two plans with one address, and ask be/subscriptions and be/subscription_change with the first order's key",
  },
  {
    what: "a user's own token, or the sign of their link, is taken as proof of user_id",
    how: "open the site from the app and buy; then once more with the token refused",
  },
  {
    what: "money that is taken twice for one plan and address goes back, and nobody has two renewals",
    how: "open one plan with one address in two browsers, pay both, and look at the charges and the mail",
  },
];

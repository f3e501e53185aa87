import { declareWithoutLink } from "../declare-steps";
import { journey } from "../journey";

journey(
  "whoever comes by no link cancels on one page, for a reason",
  { statuses: [422] },
  declareWithoutLink("cancel"),
);

journey("whoever comes by no link withdraws on one page", { statuses: [422] }, declareWithoutLink("withdraw"));

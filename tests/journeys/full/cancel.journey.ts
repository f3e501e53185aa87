import { cancelAndUndo, cancelByMail, cancelTwice, cancelWhileFailing } from "../cancel-steps";
import { journey } from "../journey";
import { startSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

/** Its calls fail: others would notice. */
const ownSite = siteOfFile(startSite);

for (const lang of ["de", "ar"] as const)
  journey(`a subscription is cancelled in ${lang}, kept after all, and cancelled again`, { lang }, cancelAndUndo);

journey("whoever has neither an account nor a link has one mailed, and cancels", cancelByMail);

journey("a cancellation that is sent several times is one", cancelTwice);

for (const moment of ["before", "after"] as const)
  for (const kind of ["reset", "status_500"] as const)
    journey(
      `a cancellation whose answer is lost ${moment} its effect (${kind}) is sent again, and is one`,
      { ownSite, statuses: [504] },
      cancelWhileFailing({ moment, kind }),
    );

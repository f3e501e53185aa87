// Posts the buyer back to the site, where scripts run; without them the form's button does.
document.querySelector("form").submit();

// Submits the form that takes the buyer back to the site; without scripts its button does.
document.querySelector("form").submit();

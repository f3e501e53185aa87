// Tells only the site's page around this frame how the buyer left the checkout.
const { site, news } = document.currentScript.dataset;
window.parent.postMessage({ sandboxCheckout: JSON.parse(news) }, site);

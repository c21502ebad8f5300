// Shows a message if the page cannot start. Old browsers must be able to read this file, too.
(function () {
  function fail(event) {
    if (document.documentElement.getAttribute("data-ready") !== null) return;
    var panel = document.getElementById("trouble");
    var reason = event.reason || event.error;
    document.getElementById("trouble-why").textContent = (reason && reason.message) || "This browser is too old for this page.";
    panel.hidden = false;
  }
  window.addEventListener("error", fail, true);
  window.addEventListener("unhandledrejection", fail);
  if (!("noModule" in document.createElement("script"))) fail({});
})();

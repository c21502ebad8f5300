// Shows the start page while the program loads. If the page cannot run, says why. Old browsers must be able to read
// this file, too.
(function () {
  var by = function (id) { return document.getElementById(id); };
  by("start").hidden = by("loading").hidden = false;

  // The address names a bundled game, so the page shows a picture of its first sheet until the program is loaded.
  var named = /^#(?:game|start)=([\w-]+)$/.exec(location.hash);
  if (named && !(history.state && history.state.folder)) showFirst(named[1]);

  function showFirst(name) {
    var first = document.createElement("section");
    var paper = document.createElement("div");
    var picture = document.createElement("img");
    first.id = "first";
    first.className = "sheet";
    first.setAttribute("aria-busy", "true");
    first.setAttribute("aria-label", "Loading " + name);
    paper.className = "paper";
    picture.alt = "The first sheet of " + name;
    picture.setAttribute("fetchpriority", "high");
    picture.onerror = function () { leaveFirst(); };
    picture.src = "first/" + name + ".svg";
    paper.appendChild(picture);
    first.appendChild(by("loading"));
    first.appendChild(paper);
    document.body.appendChild(first);
  }

  function leaveFirst() {
    if (!by("first")) return;
    by("start").insertBefore(by("loading"), by("start").querySelector(".own"));
    by("first").remove();
  }

  // The first module is the largest file that the first sheet needs, so it is loaded before the scripts that need it.
  var program = document.createElement("link");
  program.rel = "preload";
  program.as = "fetch";
  program.crossOrigin = "anonymous";
  program.href = "first.wasm";
  document.head.appendChild(program);

  function fail(event) {
    if (document.documentElement.getAttribute("data-ready") !== null) return;
    var reason = event.reason || event.error;
    var element = event.target && event.target.tagName;
    // The page works without pictures. If the program does not arrive, the scripts report it.
    if (element === "IMG" || event.target === program) return;
    var part = element === "SCRIPT" || element === "LINK";
    var why = (reason && reason.message) || "This browser is too old for this page.";
    var help = ["Use a current version of Firefox, Chrome, Edge or Safari."];
    if (part) {
      why = "A part of this page was not loaded.";
      help = location.protocol === "file:" ? [] : ["Load the page again. If you host it, upload the whole folder that web/build makes, and serve .js files as text/javascript."];
    }
    if (location.protocol === "file:") {
      help.push("Browsers do not run programs from a file. Start a server in this folder, such as python3 -m http.server, and open http://localhost:8000.");
    } else if (window.isSecureContext === false) {
      help.push("This page comes from another computer over http. On such pages, browsers turn off what hexpress needs. Use an https address, or open the page as http://localhost on that computer.");
    }
    if (/denied|insecure|SecurityError|storage|indexedDB/i.test(why + (reason && reason.name))) {
      help.push("This browser blocks site data. Allow cookies and site data for this page, or leave the private window.");
    }
    by("trouble-why").textContent = why;
    by("trouble-help").textContent = "";
    help.forEach(function (words) {
      var item = document.createElement("li");
      item.textContent = words;
      by("trouble-help").appendChild(item);
    });
    leaveFirst();
    by("loading").hidden = true;
    by("trouble").hidden = false;
  }

  window.addEventListener("error", fail, true);
  window.addEventListener("unhandledrejection", fail);
  if (!("noModule" in document.createElement("script"))) fail({});
})();

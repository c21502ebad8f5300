// Tests that the page shows a picture of the first sheet while the program loads, if the address names a game.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

export async function first({ page, browser, url, accessible, shoot, fresh }) {
  await fresh("first");
  const names = await page.see(`[...document.querySelectorAll("#games button, #gallery button, #starts button, #start-pieces button")].map((button) => button.dataset.name + ".svg")`);
  const drawn = readdirSync(new URL("../../output/web/first/", import.meta.url));
  assert.deepEqual(names.filter((name) => !drawn.includes(name)), [], "every game and start has a picture");
  await browser.ask("Network.enable");
  const line = (downloadThroughput) => browser.ask("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput, uploadThroughput: 1e7 });
  try {
    await browser.ask("Network.setCacheDisabled", { cacheDisabled: true });
    for (const [address, title] of [["game=hex-nut", "Hex Nut"], ["start=deck", "New game"]]) {
      // At this speed, the module takes some seconds to arrive.
      await line(6e6);
      await browser.ask("Page.navigate", { url: `${url}?${address}#${address}` });
      await page.until("document.querySelector('#first img')?.complete && document.querySelector('#first img').naturalWidth > 0");
      assert.ok(await page.see("document.documentElement.dataset.ready === undefined"), "the picture is there before the program");
      assert.equal(await page.see("document.getElementById('first').ariaBusy"), "true");
      assert.ok(await page.see("document.querySelector('#first img').getBoundingClientRect().height > 300"));
      await shoot(`first-${title}`);
      await accessible("the first sheet as a picture");
      await line(-1);
      await page.until("document.querySelector('#sheets .sheet .paper svg') && !document.getElementById('first')", 60000);
      assert.equal(await page.words("title"), title);
      assert.ok(await page.see("document.getElementById('loading').hidden"));
    }
  } finally {
    await line(-1);
    await browser.ask("Network.setCacheDisabled", { cacheDisabled: false });
  }
}

// Games to and from files, and links to them.

import { $, element } from "../dom.js";

const LARGEST = 90000; // letters of a file

export function files({ state, say, fetched, whole, interrupt, again, shown, timeline }) {
  $("save").addEventListener("click", async () => {
    if (!state.position) return;
    say("");
    const { line, lines, notes } = timeline.written();
    const file = await fetched("api/save", { ...whole(state.position), moves: line, lines, notes });
    if (!file) return;
    element("a", "", { download: file.name, href: `data:text/plain;charset=utf-8,${encodeURIComponent(file.text)}` }).click();
  });
  $("open").addEventListener("change", async () => {
    const [file] = $("open").files;
    if (!file) return;
    interrupt();
    const position = file.size > LARGEST ? say("That file is too large for a game.") : await fetched("api/open", { text: await file.text() });
    $("open").value = "";
    if (position) shown(position);
    else again();
  });
  $("link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      $("status").textContent = "The link is copied.";
    } catch {
      $("status").textContent = `The link: ${location.href}`;
    }
  });
}

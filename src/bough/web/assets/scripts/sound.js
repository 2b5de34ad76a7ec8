// A short knock for every move, made here, so that nothing has to be loaded.

import { $ } from "./dom.js";

let audio = null;

export function knock() {
  if (!$("sound").checked || !navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
    tone.type = "triangle";
    tone.frequency.setValueAtTime(420, now);
    tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
    volume.gain.setValueAtTime(0.18, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 0.1);
  } catch { /* a page without sound stays silent */ }
}

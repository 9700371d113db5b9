'use strict';

const { setTimeout, clearTimeout, setInterval } = require('node:timers');

/**
 * Time in tests passes while their process can act. A busy machine stops a process for seconds; then a limit of a second would
 * be over before an answer that came long ago is read, and a run that takes two would have ended unseen.
 */

const LOOK_EVERY_MS = 20;
/** So long may a process have done nothing, between two looks, that it counts. */
const MOST_AT_ONCE_MS = 60;

const machineNow = Date.now;
let nowMs = machineNow();
let lookedAtMs = nowMs;

/** Epoch milliseconds, behind the machine's time by how long the process was stopped. */
function now() {
  const ms = machineNow();
  nowMs += Math.min(Math.max(ms - lookedAtMs, 0), MOST_AT_ONCE_MS);
  lookedAtMs = ms;
  return nowMs;
}

/** For a timer that was early by this time: the one that waits for the rest. */
const rests = new WeakMap();

function steadyTimeout(action, delayMs, ...given) {
  // What is no delay that Node knows is one of a millisecond.
  const dueMs = now() + (delayMs > 1 && delayMs < 2 ** 31 ? delayMs : 1);
  const fire = () => {
    const leftMs = dueMs - now();
    if (leftMs <= 1) return action(...given);
    const rest = setTimeout(fire, leftMs);
    if (!timer.hasRef()) rest.unref();
    rests.set(timer, rest);
  };
  const timer = setTimeout(fire, delayMs);
  return timer;
}

function clearSteadyTimeout(timer) {
  clearTimeout(rests.get(timer));
  clearTimeout(timer);
}

const descriptors = Object.getOwnPropertyDescriptors(setTimeout);
globalThis.setTimeout = Object.defineProperties(steadyTimeout, descriptors);
globalThis.clearTimeout = clearSteadyTimeout;
Date.now = now;
setInterval(now, LOOK_EVERY_MS).unref();

/** Gives back the machine's time, with which a test file begins. */
exports.catchUp = () => {
  nowMs = Math.max(now(), machineNow());
};

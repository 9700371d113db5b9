'use strict';

/** Loads files as n8n does, and prints the cost. Plain JS, so that nothing else is loaded. */
require('n8n-workflow');

const files = process.argv.slice(2);
global.gc();
const before = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
const start = performance.now();
const descriptions = files.flatMap((file) =>
  Object.values(require(file))
    .filter((exported) => typeof exported === 'function')
    .map((Class) => new Class())
    .map((type) => type.description ?? type),
);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
if (descriptions.length < files.length) throw new Error('A file holds no class');
const grownMiB = (process.memoryUsage.rss() - before) / 1024 / 1024;
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, grownMiB }));

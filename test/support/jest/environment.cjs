'use strict';

const path = require('node:path');
const { createContext } = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const LIBRARIES = `${path.sep}node_modules${path.sep}`;

// Jest gives an idle worker half a second to end, but Node takes longer to free a large heap.
if (process.send) process.once('beforeExit', () => process.exit());

/**
 * Test files share the globals of their process, as nodes do in n8n, and load libraries once (library.cjs). In Jest's own
 * environment, each file would load n8n's engine again, which takes 50% more CPU time. After each file, its changes to
 * the process are undone.
 */
module.exports = class ProcessEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.restorers = [globalThis, process].map(remember);
    // library.cjs needs this function, because Jest replaces require() in test files.
    globalThis.requireAsNode = require;
    this.variables = process.env;
    this.before = { ...process.env };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const restore of this.restorers) restore();
    restoreVariables(this.variables, this.before);
    forgetNodes();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return createContext(globalThis);
  }
};

/** Remembers the properties of an object. @returns function that restores them */
function remember(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Reflect.ownKeys(object)) {
      // Some properties, such as undici's dispatcher, cannot be deleted.
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(object, name);
    }
    for (const name of Reflect.ownKeys(before)) {
      const current = Object.getOwnPropertyDescriptor(object, name);
      const { value, get } = before[name];
      if (current?.value !== value || current?.get !== get) {
        Reflect.defineProperty(object, name, before[name]);
      }
    }
  };
}

function restoreVariables(variables, before) {
  process.env = variables;
  for (const name of Object.keys(variables)) {
    if (!Object.hasOwn(before, name)) delete variables[name];
  }
  Object.assign(variables, before);
}

/** Lets each file load the nodes again, so that sessions and caches of earlier files are gone. */
function forgetNodes() {
  const own = Object.keys(require.cache).filter(
    (file) => !file.includes(LIBRARIES) && !file.startsWith(__dirname),
  );
  const forgotten = new Set(own.map((file) => require.cache[file]));
  for (const file of own) delete require.cache[file];
  // Otherwise, the references of n8n's loader would keep the modules in memory.
  for (const module of Object.values(require.cache)) {
    if (module.children.some((child) => forgotten.has(child))) {
      module.children = module.children.filter((child) => !forgotten.has(child));
    }
  }
}

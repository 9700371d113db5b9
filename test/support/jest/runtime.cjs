'use strict';

const { existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');
const { version } = require('jest-runtime/package.json');
const { packedCoverage } = require('./packedCoverage.cjs');

const CLIENT = path.resolve(__dirname, '../../../platform') + path.sep;
const CHUNKS = path.resolve(__dirname, '../../../dist/platform');
/** What the package brings along, in a chunk each. */
const BUNDLED = ['undici', 'graphql', 'yazl', 'yauzl', 'js-yaml', 'croner'];

/** What is overridden below is inside of jest, and another version may do without it in silence. */
const TRIED_WITH = '30.5.2';
if (version !== TRIED_WITH) {
  throw new Error(
    `test/support/jest/runtime.cjs is tried with jest-runtime ${TRIED_WITH}, and this is ${version}. Look whether
executor.compile and requireModule are still there and called, and whether "npm test" passes; then set TRIED_WITH.`,
  );
}

/**
 * Loads libraries as Node does, once a process: to load n8n's engine takes longer than most test files need to run. The
 * project's own files are loaded anew for each test file, as jest does. The client has its libraries from dist/, as
 * they are published. With jest's own runtime six test files of nodes take 10.7 s of CPU time and with this one 6.6 s; all of them some
 * three minutes more.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    if (typeof executor?.compile !== 'function' || typeof super.requireModule !== 'function') {
      throw new Error('jest-runtime has changed inside: see test/support/jest/runtime.cjs');
    }
    // In the process's own context, so that its objects and those of libraries have the same classes.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, name, options, isActual) {
    const isLibrary = name !== undefined && !name.startsWith('.') && !path.isAbsolute(name);
    if (isLibrary && options?.isInternalModule !== true) {
      return createRequire(from)(isPublished(from, name) ? chunkOf(name) : name);
    }
    return super.requireModule(from, name, options, isActual);
  }

  getAllV8CoverageInfoCopy() {
    return [...super.getAllV8CoverageInfoCopy(), ...packedCoverage(this.v8Coverage.result)];
  }
};

function isPublished(from, name) {
  return from.startsWith(CLIENT) && BUNDLED.includes(name);
}

function chunkOf(name) {
  const chunk = path.join(CHUNKS, `${name}.js`);
  if (existsSync(chunk)) return chunk;
  throw new Error(`${chunk} is not there: run "npx gulp build" first`);
}

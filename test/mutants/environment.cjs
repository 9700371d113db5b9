'use strict';

const { appendFileSync, readFileSync } = require('node:fs');
const ProcessEnvironment = require('../support/jest/environment.cjs');

const { NOTES_FILE, CHOSEN_FILE } = process.env;
const chosen = CHOSEN_FILE && JSON.parse(readFileSync(CHOSEN_FILE, 'utf8'));

/**
 * Writes a line of JSON to NOTES_FILE for each test, with the functions that the test calls (functions.ts). A line without a title
 * has the calls outside of tests. With CHOSEN_FILE, only the tests in that file run. It contains titles by path of the test file.
 */
module.exports = class MutantsEnvironment extends ProcessEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = context.testPath;
    this.touched = globalThis.__touched = new Set();
  }

  handleTestEvent({ name, test }, { rootDescribeBlock }) {
    // Environments of earlier files also get the events, because all files share the globals.
    if (this.hasEnded) return;
    if (name === 'run_start' && chosen) skipOthers(rootDescribeBlock, chosen[this.file]);
    if (name === 'test_start') this.note();
    if (name === 'test_done' && test.errors.length === 0)
      this.note(buildTitle(test), test.duration);
  }

  async teardown() {
    this.note();
    this.hasEnded = true;
    await super.teardown();
  }

  note(title, milliseconds) {
    if (!NOTES_FILE || (!title && this.touched.size === 0)) return;
    const line = { file: this.file, title, milliseconds, touched: [...this.touched] };
    appendFileSync(NOTES_FILE, `${JSON.stringify(line)}\n`);
    this.touched.clear();
  }
};

/** Skips all tests except those with the titles. */
function skipOthers(block, titles) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skipOthers(child, titles);
    else if (!titles.includes(buildTitle(child))) child.mode = 'skip';
  }
}

/** Keeps one line of a name: the others are of an error, with the folder of the copy in its stack, and fields that a mutant changes. */
function buildTitle({ name, parent }) {
  return parent ? `${buildTitle(parent)} ${name.split('\n', 1)[0]}` : '';
}

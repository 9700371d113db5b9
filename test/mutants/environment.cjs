'use strict';

const { appendFileSync, readFileSync } = require('node:fs');
const ProcessEnvironment = require('../support/jest/environment.cjs');

const { NOTES_FILE, CHOSEN_FILE } = process.env;
const chosen = CHOSEN_FILE && JSON.parse(readFileSync(CHOSEN_FILE, 'utf8'));

/**
 * Notes in NOTES_FILE which functions each test calls (functions.ts), one line of JSON a test; without a title what is called
 * before, between and beside tests. With CHOSEN_FILE, only the tests run whose titles it holds, by the paths of their files.
 */
module.exports = class MutantsEnvironment extends ProcessEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = context.testPath;
    this.touched = globalThis.__touched = new Set();
  }

  handleTestEvent({ name, test }, { rootDescribeBlock }) {
    // Environments of files before share the globals, and so the events.
    if (this.isOver) return;
    if (name === 'run_start' && chosen) skipOthers(rootDescribeBlock, chosen[this.file]);
    if (name === 'test_start') this.note();
    if (name === 'test_done' && test.errors.length === 0) this.note(titleOf(test), test.duration);
  }

  async teardown() {
    this.note();
    this.isOver = true;
    await super.teardown();
  }

  note(title, milliseconds) {
    if (!NOTES_FILE || (!title && this.touched.size === 0)) return;
    const line = { file: this.file, title, milliseconds, touched: [...this.touched] };
    appendFileSync(NOTES_FILE, `${JSON.stringify(line)}\n`);
    this.touched.clear();
  }
};

function skipOthers(block, titles) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skipOthers(child, titles);
    else if (!titles.includes(titleOf(child))) child.mode = 'skip';
  }
}

function titleOf({ name, parent }) {
  return parent ? `${titleOf(parent)} ${name}` : '';
}

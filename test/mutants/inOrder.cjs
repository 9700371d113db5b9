'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs test files in the order of TESTS_IN_ORDER. */
module.exports = class InOrder extends Sequencer {
  sort(tests) {
    const order = (process.env.TESTS_IN_ORDER ?? '').split(',').map((file) => path.resolve(file));
    return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
};

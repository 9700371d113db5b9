'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Test files in the order that TESTS_IN_ORDER names them, the quickest first. */
module.exports = class InOrder extends Sequencer {
  sort(tests) {
    const order = (process.env.TESTS_IN_ORDER ?? '').split(',').map((file) => path.resolve(file));
    return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
};

'use strict';

const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

/** esbuild removes the types without checking them. `gulp build` checks them. */
const options = {
  loader: 'ts',
  format: 'cjs',
  target: 'es2022',
  sourcemap: 'external',
  supported: { 'dynamic-import': false },
};

module.exports = {
  process: (text, file) => transformSync(text, { ...options, sourcefile: file }),
  getCacheKey: (text, file) =>
    createHash('sha256')
      .update([version, JSON.stringify(options), file, text].join('\0'))
      .digest('hex'),
};

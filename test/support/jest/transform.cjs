'use strict';

const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

/** TypeScript to what jest runs; types are checked by `gulp build`. */
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

'use strict';

const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const ROOT = path.resolve(__dirname, '..', '..', '..');
const url = (...folders) => pathToFileURL(path.join(ROOT, ...folders, path.sep)).href;
const PACKED = url('.local', 'packed', 'package', 'dist');
const BUILT = url('dist');

/**
 * What ran of the packed package, for jest's report: as of the same file in dist/, whose source map leads to the
 * TypeScript. What has no source map, as the bundled libraries, is left out.
 */
exports.packedCoverage = (scripts) =>
  scripts
    .filter((script) => script.url.startsWith(PACKED))
    .map((script) => ({ ...script, url: fileURLToPath(script.url.replace(PACKED, BUILT)) }))
    .filter((script) => existsSync(`${script.url}.map`))
    .map((result) => ({
      codeTransformResult: {
        code: readFileSync(result.url, 'utf8'),
        sourceMapPath: `${result.url}.map`,
      },
      result,
    }));

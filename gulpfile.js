'use strict';

/**
 * Builds dist/: one file a node and a credential, and the platform client in shared chunks, so that all
 * nodes in a process share one connection pool and one session. The libraries are bundled:
 * the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
const platformChunk = path.join(dist, 'platform', 'index.js');
const libraries = ['undici', 'graphql', 'yazl', 'yauzl'];

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  sourcemap: sourceMaps(),
  // The host may load this code where `import()` is not supported; `require` always is.
  supported: { 'dynamic-import': false },
};

/** For breakpoints `npm run dev` asks for them, for coverage `npm run test:coverage`; what is published has none. */
function sourceMaps() {
  if (process.env.SOURCE_MAPS === 'true') return 'linked';
  return process.argv.includes('--source-maps') && 'external';
}

function clean(done) {
  rmSync(dist, { recursive: true, force: true });
  done();
}

function checkTypes(done) {
  const compiler = require.resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', root, '--noEmit'], { stdio: 'inherit' });
  done();
}

/** Each library in a chunk of its own, loaded when first used. */
async function bundleLibraries() {
  await esbuild.build({
    ...common,
    entryPoints: Object.fromEntries(libraries.map((name) => [name, require.resolve(name)])),
    outdir: path.dirname(platformChunk),
    minify: true,
    sourcemap: false,
  });
}

async function bundlePlatform() {
  await esbuild.build({
    ...common,
    entryPoints: [path.join(root, 'platform', 'index.ts')],
    outfile: platformChunk,
    plugins: [
      fromChunk(new RegExp(`^(?:${libraries.join('|')})$`), (library) => `./${library}.js`),
    ],
  });
}

async function bundleNodes() {
  const { nodes, credentials } = require('./package.json').n8n;
  await Promise.all(
    [...nodes, ...credentials].map((output) => {
      const outfile = path.join(root, output);
      const chunk = path.relative(path.dirname(outfile), platformChunk).split(path.sep).join('/');
      return esbuild.build({
        ...common,
        entryPoints: [path.join(root, output.replace(/^dist\//, '').replace(/\.js$/, '.ts'))],
        outfile,
        external: ['n8n-workflow'],
        plugins: [fromChunk(/^(?:\.\.\/)+platform$/, () => chunk)],
      });
    }),
  );
}

/** Leaves imports that match to a chunk which is built on its own. */
function fromChunk(filter, chunkOf) {
  return {
    name: 'from-chunk',
    setup(build) {
      build.onResolve({ filter }, ({ path: wanted }) => ({
        path: chunkOf(wanted),
        external: true,
      }));
    },
  };
}

function copyAssets() {
  return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

task(
  'build',
  series(checkTypes, clean, parallel(bundleLibraries, bundlePlatform, bundleNodes, copyAssets)),
);

// What has changed, within a second or two: without the types, and without the libraries.
task('bundle', parallel(bundlePlatform, bundleNodes, copyAssets));

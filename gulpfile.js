'use strict';

/**
 * Builds dist/: one file with all nodes and credentials, and the platform client, which they load when they first need it. Code
 * that both need is in separate files, so that all nodes in a process share one connection pool, one session and one class for
 * each error. Libraries are bundled, so the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
/** esbuild splits only ES modules, and n8n loads only CommonJS, so the code is built in two steps. */
const modules = path.join(root, '.local/modules');

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  sourcemap: sourceMaps(),
};

/** `npm run dev` sets SOURCE_MAPS for breakpoints. The published files have none. */
function sourceMaps() {
  return process.env.SOURCE_MAPS === 'true' && 'linked';
}

const bundledPackages = new Set();

/** @returns the files that were written */
async function bundle(options) {
  const { metafile } = await esbuild.build({ ...common, metafile: true, ...options });
  for (const input of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder) bundledPackages.add(folder);
  }
  return Object.keys(metafile.outputs).filter((file) => file.endsWith('.js'));
}

/**
 * The licenses of bundled libraries must be published with their code. Fails if a library has no license text. Also writes the
 * libraries as dependencies, because npm's audit and bill of materials would otherwise cover all development dependencies.
 */
function writeLicenses(done) {
  const dependencies = {};
  const texts = [...bundledPackages].sort().map((folder) => {
    const { name, version, license } = require(path.join(root, folder, 'package.json'));
    const file = readdirSync(path.join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} has no text of its license`);
    dependencies[name] = version;
    const text = readFileSync(path.join(root, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(path.join(dist, 'THIRD_PARTY_LICENSES.txt'), texts.join(line));
  const { name, version } = require('./package.json');
  mkdirSync(path.join(root, '.local/bundled'), { recursive: true });
  writeFileSync(
    path.join(root, '.local/bundled/package.json'),
    JSON.stringify({ name, version, private: true, dependencies }),
  );
  done();
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

/** Modules that are imported by `import()`, and code that several files need, become separate files. */
async function bundleCode() {
  const { nodes, credentials } = require('./package.json').n8n;
  const outputs = [...nodes, ...credentials];
  const sources = outputs.map((output) => output.replace(/^dist\/|\.js$/g, ''));
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  const all = path.join(modules, 'all.js');
  writeFileSync(all, sources.map((source) => `export * from '../../${source}';\n`).join(''));
  const files = await bundle({
    entryPoints: { nodes: all, 'platform/index': 'platform/index.ts' },
    outdir: modules,
    chunkNames: 'platform/[name]-[hash]',
    format: 'esm',
    splitting: true,
    // Inline source maps also get into the files of the second step.
    sourcemap: sourceMaps() && 'inline',
    external: ['n8n-workflow'],
    // esbuild leaves out unused code only from ES modules.
    mainFields: ['module', 'main'],
  });
  await esbuild.build({
    ...common,
    bundle: false,
    entryPoints: files.map((file) => path.resolve(root, file)),
    outbase: modules,
    outdir: dist,
    // Names must stay, because errors and stacks show them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 1000,
    // The host may load this code where `import()` is not supported; `require` always is.
    supported: { 'dynamic-import': false },
  });
  for (const output of outputs) {
    const [className] = path.basename(output).split('.');
    const from = path.posix.relative(path.posix.dirname(output), 'dist/nodes.js');
    mkdirSync(path.dirname(path.join(root, output)), { recursive: true });
    writeFileSync(
      path.join(root, output),
      `exports.${className} = require('${from}').${className};\n`,
    );
  }
}

function copyAssets() {
  return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** From these files, n8n completes expressions before a node has run. */
async function writeOutputSchemas() {
  const outfile = path.join(root, '.local/outputs.cjs');
  const entryPoints = ['nodes/outputs.ts'];
  await esbuild.build({ ...common, entryPoints, outfile, packages: 'external', sourcemap: false });
  for (const [name, text] of require(outfile).buildOutputSchemas()) {
    const file = path.join(dist, 'nodes', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Editors validate project files in Git with these. */
function copyFileSchemas() {
  return src('docs/project-files/*.json').pipe(dest('dist/project-files'));
}

const buildAll = series(
  clean,
  parallel(bundleCode, copyAssets, copyFileSchemas, writeOutputSchemas),
  writeLicenses,
);

task('build', series(checkTypes, buildAll));

// Does not check types, for commands that run often.
task('untyped', buildAll);

// `npm run dev` needs a build within two seconds.
task('bundle', parallel(bundleCode, copyAssets, writeOutputSchemas));

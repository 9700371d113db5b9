'use strict';

/**
 * Builds dist/: all nodes and credentials as one file, and the platform client, which they load when they first work. What
 * both need is in files of its own, so that all nodes in a process share one connection pool, one session and one class for
 * each error. The libraries are bundled: the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
/** ES modules, which esbuild splits, on their way to CommonJS, which n8n loads. */
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

/** Folders of the packages whose code is bundled. */
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
 * Licences of bundled libraries ask to travel with their code. Fails if a library has no text. The list of the libraries is also
 * written as dependencies: of development dependencies, npm's audit and list of materials say too much.
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

/** The code of this project. What is imported by `import()` is in a file of its own, and so is what several files need. */
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
    // In the files themselves: from there they get into those of the next step.
    sourcemap: sourceMaps() && 'inline',
    external: ['n8n-workflow'],
    // Of ES modules esbuild leaves out what nothing needs.
    mainFields: ['module', 'main'],
  });
  await esbuild.build({
    ...common,
    bundle: false,
    entryPoints: files.map((file) => path.resolve(root, file)),
    outbase: modules,
    outdir: dist,
    // Names stay: errors and stacks show them.
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

/** Writes the files from which n8n completes expressions before a node has run. */
async function writeOutputSchemas() {
  const outfile = path.join(root, '.local/outputs.cjs');
  const entryPoints = ['nodes/outputs.ts'];
  await esbuild.build({ ...common, entryPoints, outfile, packages: 'external', sourcemap: false });
  for (const [name, text] of require(outfile).outputSchemas()) {
    const file = path.join(dist, 'nodes', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Editors check the files of projects in Git by these. */
function copyFileSchemas() {
  return src('docs/project-files/*.json').pipe(dest('dist/project-files'));
}

const buildAll = series(
  clean,
  parallel(bundleCode, copyAssets, copyFileSchemas, writeOutputSchemas),
  writeLicenses,
);

task('build', series(checkTypes, buildAll));

// Without the types, for commands that run often.
task('untyped', buildAll);

// For `npm run dev`: within a second or two.
task('bundle', parallel(bundleCode, copyAssets, writeOutputSchemas));

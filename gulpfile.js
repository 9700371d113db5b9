'use strict';

/**
 * Builds dist/. One file contains all nodes and credentials. The platform client is in another file, which nodes load at first
 * use. Code that both need is in separate files, so that all nodes of a process share the connection pool, the sessions and the
 * error classes. Libraries are bundled, so the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
/** esbuild splits only ES modules, and n8n loads only CommonJS, so the code is built in two steps. */
const modulesFolder = path.join(root, '.local/modules');

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

const libraryFolders = new Set();

/** Bundles code and adds the folders of its libraries to `libraryFolders`. @returns paths of the written .js files */
async function bundle(options) {
  const { metafile } = await esbuild.build({ ...common, metafile: true, ...options });
  for (const input of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder) libraryFolders.add(folder);
  }
  return Object.keys(metafile.outputs).filter((file) => file.endsWith('.js'));
}

/**
 * Writes the licenses of bundled libraries, which must be published with their code. Fails if a library has no license text. Also
 * writes a package.json with the bundled libraries as dependencies, so that `npm audit` and `npm sbom` can be limited to them.
 */
function writeLicenses(done) {
  const dependencies = {};
  const texts = [...libraryFolders].sort().map((folder) => {
    const { name, version, license } = require(path.join(root, folder, 'package.json'));
    const licenseFile = readdirSync(path.join(root, folder)).find((name) =>
      /^licen[cs]e/i.test(name),
    );
    if (!licenseFile) throw new Error(`${name} has no license text`);
    dependencies[name] = version;
    const text = readFileSync(path.join(root, folder, licenseFile), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  const separator = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(path.join(dist, 'THIRD_PARTY_LICENSES.txt'), texts.join(separator));
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

/** Bundles the code. Modules that are imported by `import()`, and code that several files need, become separate files. */
async function bundleCode() {
  const { nodes, credentials } = require('./package.json').n8n;
  const outputs = [...nodes, ...credentials];
  const sources = outputs.map((output) => output.replace(/^dist\/|\.js$/g, ''));
  rmSync(modulesFolder, { recursive: true, force: true });
  mkdirSync(modulesFolder, { recursive: true });
  const entryFile = path.join(modulesFolder, 'all.js');
  writeFileSync(entryFile, sources.map((source) => `export * from '../../${source}';\n`).join(''));
  const files = await bundle({
    entryPoints: { nodes: entryFile, 'platform/index': 'platform/index.ts' },
    outdir: modulesFolder,
    chunkNames: 'platform/[name]-[hash]',
    format: 'esm',
    splitting: true,
    // esbuild passes inline source maps on to the second step.
    sourcemap: sourceMaps() && 'inline',
    external: ['n8n-workflow'],
    // esbuild removes unused code only from ES modules.
    mainFields: ['module', 'main'],
  });
  await esbuild.build({
    ...common,
    bundle: false,
    entryPoints: files.map((file) => path.resolve(root, file)),
    outbase: modulesFolder,
    outdir: dist,
    // Names are not shortened, because errors and stacks contain them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 1000,
    // The process that loads this code may not support `import()`, but it always supports `require`.
    supported: { 'dynamic-import': false },
  });
  for (const output of outputs) {
    const [className] = path.basename(output).split('.');
    const nodesFile = path.posix.relative(path.posix.dirname(output), 'dist/nodes.js');
    mkdirSync(path.dirname(path.join(root, output)), { recursive: true });
    writeFileSync(
      path.join(root, output),
      `exports.${className} = require('${nodesFile}').${className};\n`,
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
  for (const [name, text] of require(outfile).buildOutputSchemas()) {
    const file = path.join(dist, 'nodes', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Copies the schemas that editors use to validate project files. */
function copyFileSchemas() {
  return src('docs/project-files/*.json').pipe(dest('dist/project-files'));
}

const buildAll = series(
  clean,
  parallel(bundleCode, copyAssets, copyFileSchemas, writeOutputSchemas),
  writeLicenses,
);

task('build', series(checkTypes, buildAll));

// This task skips the type check, for commands that run often.
task('untyped', buildAll);

// This task takes less than two seconds, for `npm run dev`.
task('bundle', parallel(bundleCode, copyAssets, writeOutputSchemas));

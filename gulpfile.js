'use strict';

/**
 * Builds dist/: all nodes and credentials as one file, and the platform client, which they load when they first work. What
 * both need is in files of its own, so that all nodes in a process share one connection pool, one session and one class for
 * each error. The libraries are bundled: the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
const client = path.join(dist, 'platform');
/** ES modules, which esbuild splits, on their way to CommonJS, which n8n loads. */
const modules = path.join(root, '.local/modules');
/** Says which sources dist/ is made of. */
const builtFile = path.join(root, '.local/built');
const libraries = ['undici', 'graphql', 'yazl', 'yauzl', 'croner'];

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  sourcemap: sourceMaps(),
};

/** For breakpoints `npm run dev` asks for them; what is published has none. */
function sourceMaps() {
  return process.env.SOURCE_MAPS === 'true' && 'linked';
}

/** Folders of the packages whose code a bundle holds. */
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
  rmSync(builtFile, { force: true });
  rmSync(dist, { recursive: true, force: true });
  done();
}

/** After a change of the tools, what is missing is said by name, not by whoever needs it first. */
function checkInstalled(done) {
  const wanted = Object.keys(require('./package.json').devDependencies);
  const missing = wanted.filter((name) => !existsSync(path.join(root, 'node_modules', name)));
  done(
    missing.length > 0 &&
      new Error(`Not installed: ${missing.join(', ')}. Run: npm install --no-save`),
  );
}

function checkTypes(done) {
  const compiler = require.resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', root, '--noEmit'], { stdio: 'inherit' });
  done();
}

/** What the client imports of a library, types aside. */
function importedOf(library) {
  const imports = new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g');
  const files = globSync('platform/**/*.ts', { cwd: root });
  const lists = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(imports)].map(([, list]) => list),
  );
  const names = lists.flatMap((list) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('type ')).sort();
}

/**
 * Each library in a chunk of its own, loaded when first used. Of graphql only what the client imports: it has ES modules,
 * from which esbuild leaves out what nothing needs, and fails where a name is missing. The others are whole.
 */
async function bundleLibraries() {
  const chunkOf = async (name, contents, options) =>
    await bundle({
      minify: true,
      sourcemap: false,
      stdin: { contents, resolveDir: root },
      outfile: path.join(client, `${name}.js`),
      ...options,
    });
  const graphql = `export { ${importedOf('graphql').join(', ')} } from 'graphql';`;
  await Promise.all([
    chunkOf('graphql', graphql, { mainFields: ['module', 'main'] }),
    ...libraries
      .filter((name) => name !== 'graphql')
      .map((name) =>
        chunkOf(name, `module.exports = require('${name}');`, { plugins: [crc32OfNode] }),
      ),
  ]);
}

/** Node's own CRC-32 takes a tenth of the time of the one in JavaScript that yazl has. */
const crc32OfNode = {
  name: 'crc32-of-node',
  setup(build) {
    build.onResolve({ filter: /^buffer-crc32$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'crc32-of-node',
    }));
    build.onLoad({ filter: /./, namespace: 'crc32-of-node' }, () => ({
      contents: `exports.unsigned = require('node:zlib').crc32;`,
    }));
  },
};

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
    plugins: [librariesApart],
  });
  await esbuild.build({
    ...common,
    bundle: false,
    entryPoints: files.map((file) => path.resolve(root, file)),
    outbase: modules,
    outdir: dist,
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

/** The client's imports of libraries lead to what `bundleLibraries` makes of them. */
const librariesApart = {
  name: 'libraries-apart',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${libraries.join('|')})$`) }, ({ path: name }) => ({
      path: `./${name}.js`,
      external: true,
    }));
  },
};

function copyAssets() {
  return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** For editors of people who keep projects in Git. */
function copyFileSchemas() {
  return src('docs/project-files/*.json').pipe(dest('dist/project-files'));
}

/** What dist/ is made of, and how. */
const sources = [
  '{credentials,nodes,platform}/**/*',
  'docs/project-files/*',
  'gulpfile.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
function hashOfSources() {
  const hash = createHash('sha256').update(String(sourceMaps()));
  const found = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = found.filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function rememberBuild(done) {
  writeFileSync(builtFile, hashOfSources());
  done();
}

const buildAnew = series(
  clean,
  parallel(bundleLibraries, bundleCode, copyAssets, copyFileSchemas),
  writeLicenses,
  rememberBuild,
);

/** Leaves dist/ alone if it is made of these very sources: tests beside this one may be using it. */
function buildIfChanged(done) {
  const isBuilt = existsSync(dist) && existsSync(builtFile);
  if (isBuilt && readFileSync(builtFile, 'utf8') === hashOfSources()) done();
  else buildAnew(done);
}

task('build', series(checkInstalled, checkTypes, buildIfChanged));

// Without the types, for what is started again and again.
task('untyped', buildIfChanged);

// What has changed, within a second or two: without the types, and without the libraries.
task('bundle', series(parallel(bundleCode, copyAssets), rememberBuild));

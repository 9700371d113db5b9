'use strict';

/**
 * Builds dist/: one file a node and a credential, and the platform client in shared chunks, so that all
 * nodes in a process share one connection pool, one session and one class for each error. The libraries are bundled:
 * the published package has no dependencies.
 */
const { execFileSync } = require('node:child_process');
const {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, task } = require('gulp');

const root = __dirname;
const dist = path.join(root, 'dist');
const chunks = path.join(dist, 'platform');
const clientFolder = path.join(root, 'platform');
/** Files of the client that nodes load at once: small, and free of libraries. The rest is loaded when a node first works. */
const eagerFiles = require('./platform/eager.json').map((file) => path.join(clientFolder, file));
const eager = {
  stdin: {
    contents: eagerFiles.map((file) => `export * from ${JSON.stringify(file)};`).join('\n'),
    resolveDir: root,
  },
};
const eagerChunk = path.join(chunks, 'eager.js');
const clientChunk = path.join(chunks, 'index.js');
/** Parts of the client that few need, loaded for those alone: what they import is small and keeps nothing. */
const lateParts = new Map([
  // Long texts that few platforms need.
  [path.join(clientFolder, 'graphql/schema/knownForms'), path.join(chunks, 'knownForms.js')],
  // Pages to look at.
  [path.join(clientFolder, 'report/page/pages'), path.join(chunks, 'reportPage.js')],
]);
const libraries = ['undici', 'graphql', 'yazl', 'yauzl', 'js-yaml', 'croner'];

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

/** Folders of the packages whose code a bundle holds. */
const bundledPackages = new Set();

async function bundle(options) {
  const { metafile } = await esbuild.build({ ...common, metafile: true, ...options });
  for (const input of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder) bundledPackages.add(folder);
  }
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
      outfile: path.join(chunks, `${name}.js`),
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

async function bundlePlatform() {
  await Promise.all([
    bundle({ ...eager, outfile: eagerChunk }),
    ...[...lateParts].map(async ([part, outfile]) =>
      bundle({
        entryPoints: [`${part}.ts`],
        outfile,
        plugins: [await fromChunks(outfile)],
      }),
    ),
    bundle({
      entryPoints: [path.join(clientFolder, 'index.ts')],
      outfile: clientChunk,
      plugins: [await fromChunks(clientChunk)],
    }),
  ]);
}

async function bundleNodes() {
  const { nodes, credentials } = require('./package.json').n8n;
  await Promise.all(
    [...nodes, ...credentials].map(async (output) => {
      const outfile = path.join(root, output);
      await bundle({
        entryPoints: [path.join(root, output.replace(/^dist\//, '').replace(/\.js$/, '.ts'))],
        outfile,
        external: ['n8n-workflow'],
        plugins: [await fromChunks(outfile)],
      });
    }),
  );
}

/** Leaves imports of what is built on its own to that chunk. */
async function fromChunks(outfile) {
  const names = await eagerNames();
  const external = (chunk) => {
    const relative = path.relative(path.dirname(outfile), chunk).split(path.sep).join('/');
    return { path: relative.startsWith('.') ? relative : `./${relative}`, external: true };
  };
  return {
    name: 'from-chunks',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path: wanted, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        if (eagerFiles.includes(file)) return { path: 'eager', namespace: 'eager' };
        const late = lateParts.get(file);
        if (late) return external(late);
        return file === clientFolder ? external(clientChunk) : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'eager' }, () => ({
        contents: `export { ${names.join(', ')} } from 'eager';`,
      }));
      build.onResolve({ filter: /./, namespace: 'eager' }, () => external(eagerChunk));
      build.onResolve({ filter: new RegExp(`^(?:${libraries.join('|')})$`) }, ({ path: name }) =>
        external(path.join(chunks, `${name}.js`)),
      );
    },
  };
}

/** What the eager files export. A name that two of them have is none of these: the build fails where it is imported. */
async function eagerNames() {
  const { metafile } = await esbuild.build({
    ...common,
    ...eager,
    format: 'esm',
    metafile: true,
    outfile: eagerChunk,
    write: false,
  });
  const twice = Object.keys(metafile.inputs)
    .map((input) => path.resolve(root, input))
    .filter((input) => input.endsWith('.ts') && !eagerFiles.includes(input.slice(0, -3)));
  if (twice.length > 0) throw new Error(`Also in platform/eager.json belong: ${twice.join(', ')}`);
  return Object.values(metafile.outputs).flatMap(({ exports: names }) => names);
}

function copyAssets() {
  return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** For editors of people who keep projects in Git. */
function copyFileSchemas() {
  return src('docs/project-files/*.json').pipe(dest('dist/project-files'));
}

/** Where `.npmrc` has `npm pack` write: leads to this folder, and is there only after a build. */
function allowPacking(done) {
  symlinkSync(root, path.join(dist, 'made-by-npm-run-build'), 'junction');
  done();
}

const build = [
  clean,
  parallel(bundleLibraries, bundlePlatform, bundleNodes, copyAssets, copyFileSchemas),
  writeLicenses,
  allowPacking,
];

task('build', series(checkInstalled, checkTypes, ...build));

// For tests in between, within seconds.
task('untyped', series(...build));

// What has changed, within a second or two: without the types, and without the libraries.
task('bundle', parallel(bundlePlatform, bundleNodes, copyAssets));

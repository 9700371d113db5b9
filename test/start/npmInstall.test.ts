import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NPM_INSTALL = path.resolve(__dirname, '../../start/npm/npmInstall.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'npm-install-'));
  mkdirSync(path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs with an npm that prints its `npm_config_nodedir`, and fails in the given phase with the given words. */
function install(phase: 'ci' | 'rebuild' | 'never', words: string, environment: object = {}) {
  const npm = path.join(folder, 'npm.js');
  writeFileSync(
    npm,
    `if (process.argv[2] === ${JSON.stringify(phase)}) {
      console.error(${JSON.stringify(words)} + '\\nnpm error nodedir ' + process.env.npm_config_nodedir);
      process.exit(1);
    }`,
  );
  const call = { directory: folder, what: 'n8n', rebuild: ['sqlite3', 'isolated-vm'] };
  const program = `import { installLocked } from ${JSON.stringify(NPM_INSTALL)};
    await installLocked(${JSON.stringify(call)}).catch((error) => console.error(error.message));`;
  const env: NodeJS.ProcessEnv = { ...process.env, npm_execpath: npm };
  for (const name of Object.keys(env)) if (/nodedir/i.test(name)) delete env[name];
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...env, ...environment },
  }).stderr;
}

/** What npm printed on a machine behind a firewall. */
const BEHIND_FIREWALL = `npm error command sh -c prebuild-install -r napi || node-gyp rebuild
npm error prebuild-install warn install getaddrinfo ENOTFOUND github.com
npm error gyp http GET https://nodejs.org/download/release/v24.21.0/node-v24.21.0-headers.tar.gz
npm error gyp ERR! stack FetchError: request failed, reason: getaddrinfo ENOTFOUND nodejs.org`;

test('if a driver cannot be built, the error says what is missing and the two ways out', () => {
  const said = install('rebuild', BEHIND_FIREWALL);
  expect(said).toMatch(/^Could not install n8n\.\nsqlite3 or isolated-vm could not be built\./);
  expect(said).toContain('github.com');
  expect(said).toContain('nodejs.org');
  expect(said).toContain('npm config set https-proxy http://<host>:<port>');
  expect(said).toMatch(/npm_config_nodedir=\/\S+ npm start/);
  expect(said).not.toContain('registry cannot be reached');
  expect(said).toContain('getaddrinfo ENOTFOUND nodejs.org');
});

test('where the registry cannot be reached, that is reported', () => {
  const said = install('ci', 'npm error code ENOTFOUND\nnpm error network request failed');
  expect(said).toContain('The npm registry cannot be reached.');
  expect(said).not.toContain('nodedir=/');
});

test('a package that the registry lacks is reported, whatever it is called', () => {
  const said = install('ci', 'npm error No matching version found for @n8n/backend-network@1.6.2.');
  expect(said).not.toContain('registry cannot be reached');
  expect(said).toContain('@n8n/backend-network@1.6.2');
});

test('the headers that came with the pinned Node are used, unless other ones were chosen', () => {
  expect(install('rebuild', BEHIND_FIREWALL)).toMatch(/nodedir \/\S+node-(?:linux|darwin)-\w+/);
  const chosen = install('rebuild', BEHIND_FIREWALL, { npm_config_nodedir: '/opt/node' });
  expect(chosen).toContain('nodedir /opt/node');
});

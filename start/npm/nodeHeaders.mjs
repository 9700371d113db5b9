/** Where Node's headers are on this machine, so that nothing has to be downloaded to compile a package. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The pinned Node comes from the npm registry with its headers. On Windows they alone are not enough. */
export function headersFor(environment) {
  const isChosen = Object.keys(environment).some((name) => /^npm_config_nodedir$/i.test(name));
  const [folder] = isChosen || process.platform === 'win32' ? [] : foldersWithHeaders();
  return folder === undefined ? {} : { npm_config_nodedir: folder };
}

/** @returns folders that hold `include/node`, the one of the pinned Node first */
export function foldersWithHeaders() {
  const pinned = [modules, join(modules, 'node', 'node_modules')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /[\\/]node-(?:linux|darwin)-/.test(folder));
  return [...pinned, dirname(dirname(process.execPath)), '/usr', '/usr/local'].filter((folder) =>
    existsSync(join(folder, 'include', 'node', 'node.h')),
  );
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Measurement } from '../../support/measured';
import { PACKAGE_FOLDER } from '../../support/packedPackage';
import packageJson from '../../../package.json';
import { atMost, littleMemory } from '../goals';
import { GRAPHQL_FILE, HTTP_REQUEST_FILE } from '../sides/n8nNodes';
import { atLatencies, type Side, type Task } from '../task';

const MODULES = path.join(__dirname, '..', 'measure', 'n8nModules.mjs');

/** Loads files in a process that has only loaded n8n-workflow, as n8n has. */
const loading =
  (files: readonly string[]): Side =>
  async () => {
    const loader = path.join(__dirname, 'packageLoader.cjs');
    const args = ['--expose-gc', '--import', MODULES, loader, ...files];
    return {
      async run() {
        const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
        return JSON.parse(printed) as Measurement;
      },
    };
  };

const { nodes, credentials } = packageJson.n8n;

export const loadPackage: Task = {
  name: 'load-package',
  title: 'Load every node of the package',
  cases: atLatencies(1, 0),
  warmUpAmount: 1,
  sides: {
    ours: loading([...nodes, ...credentials].map((file) => path.join(PACKAGE_FOLDER, file))),
    n8nNodes: loading([HTTP_REQUEST_FILE, GRAPHQL_FILE]),
  },
  goals: [atMost('cpuSeconds', 0.02, 0), ...littleMemory(0)],
};

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Measured } from '../../harness/measured';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import packageJson from '../../package.json';
import { GRAPHQL_FILE, HTTP_REQUEST_FILE } from '../sides/n8nNodeFiles';
import { atMost } from './goals';
import type { Side, Task } from '../task';

const MOST_SECONDS = 0.06;
const MOST_MIB = 15;
const MODULES = path.join(__dirname, '..', 'measure', 'n8nModules.mjs');

/** In a process that holds nothing but n8n-workflow, as n8n does when it comes to load packages. */
const loading =
  (files: string[]): Side =>
  async () => ({
    async run() {
      const printed = execFileSync(
        process.execPath,
        ['--expose-gc', '--import', MODULES, path.join(__dirname, 'packageLoader.cjs'), ...files],
        { encoding: 'utf8' },
      );
      return JSON.parse(printed) as Measured;
    },
  });

const { nodes, credentials } = packageJson.n8n;

export const loadPackage: Task = {
  name: 'load-package',
  title: 'Load every node of the package',
  amount: 1,
  warmUpAmount: 1,
  latenciesMs: [0],
  sides: {
    ours: loading([...nodes, ...credentials].map((file) => path.join(PACKAGE_FOLDER, file))),
    n8nNodes: loading([HTTP_REQUEST_FILE, GRAPHQL_FILE]),
  },
  goals: [atMost('seconds', MOST_SECONDS, 0), atMost('grownMiB', MOST_MIB, 0)],
};

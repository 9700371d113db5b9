import { RIGHTS, type RightName } from '../../nodes/shared/operation/rights';
import { CREDENTIALS } from './reference/credentials';
import { rightsOf } from '../support/descriptions/operationRights';

/** The tables of docs/rights.md, each a list of rows without a head. */
type Rows = string[][];

/** `editGlobalVariables` as "Edit global variables". */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const RIGHT_NAMES = Object.keys(RIGHTS) as RightName[];

/** What each right is for, and who usually has it. */
export const rightRows = (): Rows =>
  RIGHT_NAMES.map((name) => {
    const { to, usually, credential } = RIGHTS[name];
    const [type, page] = CREDENTIALS[credential] ?? [];
    return [`**${wordsOf(name)}**`, `To ${to}`, usually, `[${type}](${page})`];
  });

export function needOf(folder: string, operation: string): string {
  const needs = rightsOf(folder, operation);
  if (needs.length === 0) return 'Nothing: it does not ask the platform';
  return needs
    .map(({ name, when }) => `${wordsOf(name)}${when === undefined ? '' : ` (${when})`}`)
    .join('; ');
}

/** What people mostly do: where it is described, and with which operations of which node. */
const USES: Array<[use: string, link: string, ...operations: string[]]> = [
  [
    'Run a job every night',
    'workflows.md#nightly-job-with-failure-alert',
    'Projects job/runAndWait',
  ],
  [
    'Watch failures',
    'workflows.md#react-to-any-failed-run',
    'ProjectsTrigger ',
    'Projects jobRun/getLogs',
  ],
  ['Mail a report', 'workflows.md#morning-report', 'Projects project/getReport'],
  ['Push configuration files', 'workflows.md#sync-configuration-files', 'ConfFiles folder/sync'],
  ['Deploy a project', 'first-project.md', 'Projects project/plan', 'Projects project/deploy'],
  ['Back up a project', 'workflows.md#nightly-backup-of-a-project', 'Projects project/export'],
  [
    'Read the catalog',
    'nodes/catalog.md',
    'Catalog repository/getAll',
    'Catalog technology/getAll',
    'Catalog context/getAll',
  ],
  ["Check the cluster's nodes", 'workflows.md#check-cluster-nodes', 'Settings clusterNode/check'],
];

/** The least that a login needs for each use: what is always needed, and what only some settings need. */
export const useRows = (): Rows =>
  USES.map(([use, link, ...operations]) => {
    const needs = operations.flatMap((operation) => {
      const [folder = '', key = ''] = operation.split(' ');
      return rightsOf(folder, key);
    });
    const always = new Set(needs.filter(({ when }) => !when).map(({ name }) => name));
    // What the right to change contains is not asked for beside it.
    if (always.has('edit') || always.has('run')) always.delete('read');
    const given = new Set<string>([...always].map((name) => RIGHTS[name].usually));
    const sometimes = needs.filter(({ when, usually }) => when && !given.has(usually));
    return [
      `[${use}](${link})`,
      list([...always].map((name) => `${wordsOf(name)}: ${RIGHTS[name].usually}`)),
      list(sometimes.map(({ name, usually, when }) => `${wordsOf(name)} (${when}): ${usually}`)),
    ];
  });

const list = (lines: string[]) => [...new Set(lines)].join('<br>') || '–';

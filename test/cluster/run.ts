/** `npm run test:cluster -- --kubeconfig <file> [--context <name>]`: the cluster features against a real cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsAdministrator, newTestId, removeTest } from './account';

const USAGE = `npm run test:cluster -- --kubeconfig <file> [--context <name>]

Tries the nodes against a cluster that you have, as kind, minikube or k3s: in a namespace of its own, which it deletes at the end, together
with the roles that it makes. The kubeconfig is an administrator's; kubectl is needed.`;

const NOT_TRIED = `Not tried: reading files of a platform, because none is installed there; and in a managed cluster, which does not list the pods of its
control plane, the admission controller's flags.`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const root = path.join(__dirname, '..', '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { kubeconfig: TEXT, context: TEXT, help: SWITCH },
  });
  const { kubeconfig, context = '' } = values;
  if (values.help || !kubeconfig) {
    console.log(`${USAGE}\n\n${NOT_TRIED}`);
    return values.help ? 0 : 2;
  }
  if (!existsSync(kubeconfig)) {
    console.error(`There is no file ${kubeconfig}`);
    return 2;
  }
  console.log(NOT_TRIED);
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const id = newTestId();
  const file = path.resolve(kubeconfig);
  // An interrupt also ends the tests. This process stays, and removes what they have made.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  const given = { CLUSTER_KUBECONFIG: file, CLUSTER_CONTEXT: context, CLUSTER_TEST_ID: id };
  const tests = spawn(process.execPath, [jest, '--config', 'test/configs/jest.cluster.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...given },
  });
  const [status] = (await once(tests, 'exit')) as [number | null];
  const left = await removeTest(runAsAdministrator(file, context), id);
  if (left) console.error(`Not removed: ${left}`);
  return left ? 1 : (status ?? 1);
}

void main().then((status) => (process.exitCode = status));

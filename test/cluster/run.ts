/** `npm run test:cluster -- --kubeconfig <file> [--context <name>]`: everything that is asked of a cluster, against a real one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { administratorOf, newTestId, removeTest } from './account';

const USAGE = `npm run test:cluster -- --kubeconfig <file> [--context <name>]

Tries the nodes against a cluster that you have, as kind, minikube or k3s: in a namespace of its own, which it deletes at the end, together
with the roles that it makes. The kubeconfig is an administrator's; kubectl is needed.

Not tried: reading files of a platform, as none is installed there; and in a cluster whose control plane shows no pods, as managed ones are,
what the flags of its API server say of the admission controller.`;

const root = path.join(__dirname, '..', '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { kubeconfig, context = '' } = values;
  if (values.help || !kubeconfig) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  if (!existsSync(kubeconfig)) {
    console.error(`There is no file ${kubeconfig}`);
    return 2;
  }
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const id = newTestId();
  const file = path.resolve(kubeconfig);
  // An interrupt reaches the tests as well; this process stays to remove what they have made.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  const tests = spawn(process.execPath, [jest, '--config', 'jest.cluster.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CLUSTER_KUBECONFIG: file,
      CLUSTER_CONTEXT: context,
      CLUSTER_TEST_ID: id,
    },
  });
  const [status] = (await once(tests, 'exit')) as [number | null];
  const left = await removeTest(administratorOf(file, context), id);
  if (left) console.error(`Not removed: ${left}`);
  return left ? 1 : (status ?? 1);
}

void main().then((status) => (process.exitCode = status));

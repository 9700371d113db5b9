/** `npm run test:cluster -- --kubeconfig <file> [--context <name>]`: everything that is asked of a cluster, against a real one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `npm run test:cluster -- --kubeconfig <file> [--context <name>]

Tries the nodes against a cluster that you have, as kind, minikube or k3s: in a namespace of its own, which it deletes at the end, together
with the roles that it makes. The kubeconfig is an administrator's; kubectl is needed.`;

const root = path.join(__dirname, '..', '..');

function main(): number {
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
  const { status } = spawnSync(process.execPath, [jest, '--config', 'jest.cluster.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CLUSTER_KUBECONFIG: path.resolve(kubeconfig),
      CLUSTER_CONTEXT: context,
    },
  });
  return status ?? 1;
}

process.exitCode = main();

import { testCredential } from '../../support/engine/testCredential';
import { readText } from '../../support/repository';
import { sandboxForEachTest } from '../../support/testSandbox';
import { LIST, runThroughCluster } from '../ConfFiles/support';
import { runSettings } from './support';

const sandbox = sandboxForEachTest({ seed: false });

/** `verb resource name` of each role that the page has the administrator create. */
const DOCUMENTED = [
  ...readText('docs/cluster.md').matchAll(
    /create (?:cluster)?role \S+ --verb=(\S+) --resource=(\S+)(?: --resource-name=(\S+))?/g,
  ),
].map(([, verb, resource, name = '']) => [verb, resource, name].join(' ').trim());

/** The right that the API server asks for a request. */
function rightOf(path: string): string {
  const [, resource = '', name = '', proxy] =
    /^\/kubernetes\/api\/v1\/(?:namespaces\/[^/]+\/)?([a-z]+)(?:\/([^/?]+))?(\/proxy)?/.exec(
      path,
    ) ?? [];
  return [name ? 'get' : 'list', `${resource}${proxy ?? ''}`, name].join(' ').trim();
}

test('the rights of docs/cluster.md are those that the operations and the test button need', async () => {
  sandbox.confFiles.write('/a', 'x');
  await runSettings(sandbox, { resource: 'clusterNode', operation: 'check' });
  await runSettings(sandbox, { resource: 'uploadToken', operation: 'get' });
  await runThroughCluster(sandbox, { ...LIST, readThrough: 'cluster' });
  await testCredential('dataPlatformKubernetesApi', sandbox.clusterCredentials);
  const paths = sandbox.stats.recent.map(({ path }) => path);
  const asked = paths.filter((path) => path.startsWith('/kubernetes/')).map(rightOf);
  expect(DOCUMENTED.length).toBeGreaterThan(3);
  expect([...new Set(asked)].sort()).toEqual([...DOCUMENTED].sort());
});

import { sandboxForEachTest } from '../../support/testSandbox';
import { perform, performed } from './support';

const sandbox = sandboxForEachTest({ seedRuns: false });

describe('Platform: Get', () => {
  test.each(['recent', 'middle'] as const)(
    'returns counts and capacity (%s)',
    async (generation) => {
      await sandbox.restart({ generation });
      const items = Array.from({ length: 100 }, () => ({ json: {} }));
      const [platform, ...others] = await performed(sandbox, 'platform.get', {}, { items });
      const jobs = sandbox.store.jobs().length;
      expect(platform).toMatchObject({ id: 1, name: 'Sandbox', counts: { projects: 4, jobs } });
      expect(platform?.clusterNodes).toHaveLength(2);
      expect(platform?.clusterCapacity).toEqual({
        nodes: 2,
        cpu: 20,
        gpu: 2,
        memory: 144.783734528,
      });
      expect(others).toHaveLength(99);
      expect(sandbox.stats.requests).toBeLessThan(10);
    },
  );

  test('has no apps if there are none', async () => {
    await sandbox.restart({ generation: 'early' });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(Object.keys(platform?.counts as object)).toEqual(['projects', 'jobs', 'pipelines']);
  });

  test('has no capacity if the login may not read it, and fails if there is no response', async () => {
    const operation = 'getClusterCapacity';
    const errors = [{ message: 'Access is denied', path: [operation] }];
    const data = { platform: { id: 1, name: 'P', counts: {} }, [operation]: null };
    sandbox.accidents.add({ kind: 'errors', operation, data, errors, times: 9 });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(platform).toMatchObject({ clusterNodes: null, clusterCapacity: null, counts: {} });

    sandbox.accidents.clear();
    sandbox.accidents.add({ kind: 'status', status: 503, operation, times: 99 });
    const { error } = await perform(sandbox, 'platform.get', {});
    expect(error?.message).toContain('503');
  });
});

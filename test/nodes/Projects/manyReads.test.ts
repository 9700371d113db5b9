import { startSandbox } from '../../../sandbox';
import { runNode } from '../../../harness/engine/runWorkflow';
import { startRawServer, withLogin } from '../../support/rawServer';

const LIST_JOBS = {
  parameters: {
    resource: 'job',
    operation: 'getAll',
    projectId: { __rl: true, mode: 'id', value: '={{ $json.projectId }}' },
    returnAll: true,
  },
  settings: { onError: 'continueRegularOutput' as const },
};
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

const projectIds = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
const itemsOf = (ids: string[]) => ids.map((projectId) => ({ projectId }));

describe('many reads of one node', () => {
  test('share requests, in the order of the items; one that fails says the same as alone', async () => {
    const sandbox = await startSandbox({ seedRuns: false });
    try {
      const credentials = { dataPlatformApi: sandbox.credentials };
      const alone = await runNode(LIST_JOBS, credentials, itemsOf([UNKNOWN]));
      const ids = Array.from({ length: 199 }, (_, index) => {
        const { id } = sandbox.store.addProject({ name: `Project ${index}` });
        sandbox.store.addJob({ projectId: id, name: `Job of ${index}` });
        return id;
      });
      const items = itemsOf([...ids.slice(0, 77), UNKNOWN, ...ids.slice(77)]);
      sandbox.stats.reset();

      const { outputs } = await runNode(LIST_JOBS, credentials, items);

      expect(sandbox.stats.requests).toBeLessThanOrEqual(6);
      const failed = outputs[0]?.splice(77, 1)[0];
      expect(failed?.json).toEqual(alone.json[0]);
      expect(failed?.pairedItem).toEqual({ item: 77 });
      expect(outputs[0]?.map(({ json }) => json.name)).toEqual(
        ids.map((_id, index) => `Job of ${index}`),
      );
      expect(outputs[0]?.map(({ pairedItem }) => Object(pairedItem).item)).toEqual(
        ids.map((_id, index) => (index < 77 ? index : index + 1)),
      );
    } finally {
      await sandbox.close();
    }
  });

  const run = async (answer: (fields: string[]) => object, count: number) => {
    const server = await startRawServer(
      withLogin(({ body }, response) => {
        const { query } = JSON.parse(body) as { query: string };
        const fields = [...query.matchAll(/(?:(\w+): )?(jobs\(|projects\b)/g)].map(
          ([, alias, name = '']) => alias ?? name.replace('(', ''),
        );
        response.end(JSON.stringify(answer(fields)));
      }),
    );
    const credential = {
      baseUrl: server.baseUrl,
      platformId: '1',
      realm: 'demo',
      login: 'demo',
      password: 'demo',
    };
    try {
      const items = itemsOf(projectIds(count));
      return {
        ...(await runNode(LIST_JOBS, { dataPlatformApi: credential }, items)),
        requests: server.received.length - 1,
      };
    } finally {
      await server.close();
    }
  };
  const job = { id: 'a', name: 'Job', technology: null };
  const listed = (count: number) =>
    projectIds(count).map((projectId) => {
      const url = expect.stringMatching(`/project/${projectId}/job/a$`);
      return { ...job, projectId, projectName: null, url };
    });

  test('are sent one by one where the platform refuses them together', async () => {
    const { json, requests } = await run(
      (fields) =>
        fields.length > 1
          ? { errors: [{ message: 'Too many aliases' }] }
          : { data: Object.fromEntries(fields.map((name) => [name, [job]])) },
      20,
    );
    expect(json).toEqual(listed(20));
    // The names of projects are one more; 21, 10, 5, 3 and 2 of them are refused.
    expect(requests).toBe(26);
  });

  test('are asked for again without the one that took all the others down', async () => {
    const { json, requests } = await run((fields) => {
      // The second one is the list of projects.
      if (fields.includes('item4')) {
        return { data: null, errors: [{ message: 'No right', path: ['item4'] }] };
      }
      if (fields.length === 1)
        return { data: null, errors: [{ message: 'No right', path: ['jobs'] }] };
      return { data: Object.fromEntries(fields.map((alias) => [alias, [job]])) };
    }, 4);
    expect(json.slice(0, 3)).toEqual(listed(3));
    expect(json[3]?.error).toContain('No right');
    expect(requests).toBe(3);
  });
});

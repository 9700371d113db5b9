import { runNode } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId } from '../Projects/support';

const CATALOG_NODE = 'n8n-nodes-data-platform.dataPlatformCatalog';

const sandbox = sandboxForEachTest({ seedRuns: false });

const ok = async (parameters: object, credential: object = {}) => {
  const { json, error } = await runNode(
    { type: CATALOG_NODE, parameters: parameters as never },
    { dataPlatformApi: { ...sandbox.credentials, ...credential } },
  );
  if (error) throw error;
  return json;
};
const TECHNOLOGIES = { resource: 'technology', operation: 'getAll', returnAll: true };

describe('the address', () => {
  test.each([
    ['gateway', 'auto'],
    ['technology', 'auto'],
    ['both', 'auto'],
    ['gateway', 'gateway'],
    ['technology', 'technology'],
  ] as const)('of a catalog at %s is found with %s', async (catalogAddress, credential) => {
    await sandbox.restart({ catalogAddress });
    expect((await ok(TECHNOLOGIES, { catalogAddress: credential })).length).toBeGreaterThan(3);
  });

  test('is looked for once', async () => {
    await sandbox.restart({ catalogAddress: 'gateway' });
    await ok(TECHNOLOGIES);
    await ok(TECHNOLOGIES);
    const turnedDown = sandbox.stats.recent.filter(({ path }) => path.startsWith('/technology'));
    expect(turnedDown.length).toBe(1);
  });

  test('that is wrong says so', async () => {
    await sandbox.restart({ catalogAddress: 'gateway' });
    const refused = ok(TECHNOLOGIES, { catalogAddress: 'technology' });
    await expect(refused).rejects.toHaveProperty(
      'message',
      expect.stringMatching(/HTTP 404|web page/),
    );
  });
});

describe('technologies', () => {
  test('of each kind, and repositories, begin with what people look for', async () => {
    const technologies = await ok(TECHNOLOGIES);
    const kinds = new Set(technologies.map(({ __typename }) => __typename));
    expect([...kinds].sort()).toEqual(['AppTechnology', 'JobTechnology', 'SparkTechnology']);
    const repositories = await ok({ resource: 'repository', operation: 'getAll' });
    expect(Object.keys(technologies[0] ?? {}).slice(0, 2)).toEqual(['label', 'id']);
    expect(Object.keys(repositories[0] ?? {}).slice(0, 2)).toEqual(['name', 'id']);
  });

  test('can be narrowed', async () => {
    const all = await ok(TECHNOLOGIES);
    const label = String(all[0]?.label);
    const some = await ok({ ...TECHNOLOGIES, filters: { label: label.toUpperCase() } });
    expect(some.length).toBeGreaterThan(0);
    expect(some.every((one) => String(one.label).includes(label))).toBe(true);
    const repositoryId = String(all[0]?.repositoryId);
    const ofOne = await ok({ ...TECHNOLOGIES, repositoryId: byId(repositoryId) });
    expect(ofOne.every((one) => one.repositoryId === repositoryId)).toBe(true);
    expect(ofOne.length).toBeLessThan(all.length);
    expect(await ok({ ...TECHNOLOGIES, returnAll: false, limit: 2 })).toHaveLength(2);
  });

  test.each([
    [{}, true],
    [{ onlyAvailable: true }, false],
    [{ onlyAvailable: false }, true],
  ])('that are not available are listed with the filter %j: %s', async (filters, isListed) => {
    const [repository] = sandbox.store.catalog.list();
    const [first, ...others] = repository!.technologies;
    const technologies = [{ ...first!, available: false }, ...others];
    sandbox.store.catalog.replace({ ...repository!, technologies });
    const ids = (await ok({ ...TECHNOLOGIES, filters })).map(({ id }) => id);
    expect(ids.includes(first!.id)).toBe(isListed);
    expect(ids).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
  });
});

test.each(['searchRepositories', 'searchTechnologies', 'searchRootFields'])(
  'the list of %s',
  async (method) => {
    const credentials = { dataPlatformApi: sandbox.credentials };
    const { results } = await searchList({
      type: CATALOG_NODE,
      method,
      parameters: {},
      credentials,
    });
    expect(results.length).toBeGreaterThan(1);
    expect(results.every(({ name, value }) => name !== '' && value !== '')).toBe(true);
  },
);

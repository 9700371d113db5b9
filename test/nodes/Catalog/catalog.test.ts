import { REPOSITORY_IDS } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, type WorkflowRun } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { NO_SUCH_ID } from '../../support/ids';
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

test('the list of root fields has the descriptions of the schema', async () => {
  const credentials = { dataPlatformApi: sandbox.credentials };
  const asked = { type: CATALOG_NODE, method: 'searchRootFields', parameters: {}, credentials };
  const { results } = await searchList(asked);
  const description = 'List all repositories';
  expect(results).toContainEqual(
    expect.objectContaining({ value: 'query.repositories', description }),
  );
});

const URL = 'https://technologies.invalid/all.zip';

async function run(operation: string, parameters: object, items: StartItem[] = [{}]) {
  const all = { resource: 'repository', operation, ...parameters } as never;
  const credentials = { dataPlatformApi: sandbox.credentials };
  return await runNode({ type: CATALOG_NODE, parameters: all }, credentials, { items });
}

async function done(...given: Parameters<typeof run>): Promise<WorkflowRun['json']> {
  const { json, error } = await run(...given);
  expect(error).toBeUndefined();
  return json;
}

const stored = (id: unknown) => sandbox.store.catalog.find(String(id));
const asked = () => sandbox.stats.byOperation;
const added = (name: string) =>
  sandbox.store.catalog.add({
    id: crypto.randomUUID(),
    name,
    readOnly: false,
    creator: 'demo',
    editor: 'demo',
    source: { kind: 'UrlSource', url: URL },
    synchroMode: { kind: 'Manual' },
    technologies: [],
  });

test('one is added from an address or from a file, and from neither or both it is not', async () => {
  const [ofUrl] = await done('create', { name: 'Ours', url: URL });
  expect(stored(ofUrl?.id)).toMatchObject({
    name: 'Ours',
    source: { kind: 'UrlSource', url: URL },
  });
  const text = '{ "technologies": [] }';
  const [ofFile] = await done('create', { name: 'Theirs', source: 'file' }, [
    { file: { name: 'all.json', text } },
  ]);
  expect(stored(ofFile?.id)).toMatchObject({
    name: 'Theirs',
    source: { kind: 'FileSource', name: 'all.json', size: text.length },
  });
  const { error } = await run('create', { name: 'Nowhere', url: ' ' });
  expect(error?.message).toMatch(/address|url|URL/);
  expect((await run('create', { name: ' ', url: URL })).error?.message).toMatch(/name/i);
  expect(asked().addRepository).toBe(2);
});

test('name and address are changed on their own, and read at once where that is wanted', async () => {
  const { id } = added('Old');
  const changed = async (updateFields: object) =>
    await done('update', { repositoryId: byId(id), updateFields });
  expect(await changed({ name: 'New' })).toMatchObject([{ id, name: 'New' }]);
  expect(stored(id)).toMatchObject({ name: 'New', source: { url: URL } });
  const url = 'https://technologies.invalid/other.zip';
  await changed({ url });
  expect(stored(id)).toMatchObject({ name: 'New', source: { url } });
  expect(sandbox.store.catalog.synchronizations(id)).toHaveLength(0);
  await changed({ url, triggerSynchronization: true });
  expect(sandbox.store.catalog.synchronizations(id)).toHaveLength(1);
  const { error } = await run('update', { repositoryId: byId(id), updateFields: {} });
  expect(error?.message).toBe('There is nothing to update');
  expect(asked().editRepository).toBe(3);
});

test('one is removed with its technologies, and another one stays', async () => {
  const [{ id }, other] = [added('Old'), added('Other')];
  expect(await done('delete', { repositoryId: byId(id) })).toEqual([{ deleted: true, id }]);
  expect(stored(id)).toBeUndefined();
  expect(stored(other.id)).toBeDefined();
  const { error } = await run('delete', { repositoryId: byId(NO_SUCH_ID) });
  expect(error).toBeDefined();
});

test('the last synchronization is reverted once; one that was never synchronized says so', async () => {
  const repositoryId = byId(REPOSITORY_IDS.official);
  const before = stored(REPOSITORY_IDS.official)?.technologies;
  await done('synchronize', { repositoryId });
  expect(stored(REPOSITORY_IDS.official)?.technologies).not.toEqual(before);
  const [reverted] = await done('revertSynchronization', { repositoryId });
  expect(reverted).toMatchObject({ repositoryId: REPOSITORY_IDS.official });
  expect(stored(REPOSITORY_IDS.official)?.technologies).toEqual(before);

  const { id } = added('New');
  const { error } = await run('revertSynchronization', { repositoryId: byId(id) });
  expect(error?.message).toBe(`The repository ${id} has no synchronization to revert`);
  expect(asked().revertLastSynchronization).toBe(1);
});

test('a file replaces that of a repository, under the name that it is sent with', async () => {
  const name = 'Übersicht 1 & 日本.zip';
  const file = (of: string, text = 'x') => [{ file: { name: of, text } }];
  const [made] = await done('create', { name: 'Ours', source: 'file' }, file('first.json'));
  const repositoryId = byId(made?.id);
  const [synchronized] = await done(
    'synchronize',
    { repositoryId, source: 'file' },
    file(name, 'yz'),
  );
  expect(synchronized).toMatchObject({ repositoryId: made?.id, report: { source: { name } } });
  expect(stored(made?.id)?.source).toMatchObject({ kind: 'FileSource', name, size: 2 });
  await done('revertSynchronization', { repositoryId });
  expect(stored(made?.id)?.source).toMatchObject({ name: 'first.json', size: 1 });

  const before = asked().synchronizeRepository;
  sandbox.faults.add({ kind: 'resetAfter', operation: 'synchronizeRepository' });
  const lost = await run('synchronize', { repositoryId, source: 'file' }, file(name));
  expect(lost.error?.message).toMatch(/^It is not known whether/);
  expect(asked().synchronizeRepository).toBe(Number(before) + 1);
});

test.each([
  ['file', 'url', /"Ours" was created from a file/],
  ['url', 'file', /"Ours" is read from a URL/],
])('a repository made from a %s is not synchronized from a %s', async (made, source, message) => {
  const items = [{ file: { name: 'all.json', text: 'x' } }];
  const [{ id } = {}] = await done('create', { name: 'Ours', source: made, url: URL }, items);
  const { error } = await run('synchronize', { repositoryId: byId(id), source }, items);
  expect(error?.message).toMatch(message);
  expect(asked().synchronizeRepository).toBeUndefined();
});

test.each([
  ['update', 'editRepository'],
  ['delete', 'removeRepository'],
])('%s is repeated where its answer was lost', async (operation, mutation) => {
  const { id } = added('Old');
  sandbox.faults.add({ kind: 'resetAfter', operation: mutation });
  const parameters = { repositoryId: byId(id), updateFields: { name: 'New' } };
  await done(operation, parameters);
  expect(asked()[mutation]).toBe(2);
  expect(stored(id)?.name).toBe(operation === 'update' ? 'New' : undefined);
});

test('an update that is refused after a lost response is not reported as made', async () => {
  const { id } = added('Old');
  sandbox.faults.add({ kind: 'resetBefore', operation: 'editRepository' });
  const errors = [{ message: 'The name is taken' }];
  sandbox.faults.add({ kind: 'errors', operation: 'editRepository', errors });
  const { error } = await run('update', { repositoryId: byId(id), updateFields: { name: 'New' } });
  expect(error).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
});

test('a change that synchronizes, too, is not repeated', async () => {
  const { id } = added('Old');
  sandbox.faults.add({ kind: 'resetAfter', operation: 'editRepository' });
  const updateFields = { url: URL, triggerSynchronization: true };
  const { error } = await run('update', { repositoryId: byId(id), updateFields });
  expect(error?.message).toMatch(/^It is not known whether/);
  expect(asked().editRepository).toBe(1);
});

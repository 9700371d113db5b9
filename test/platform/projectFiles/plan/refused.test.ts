import { startSandbox, type Sandbox } from '../../../../sandbox';
import { APP_TECHNOLOGY_IDS } from '../../../../sandbox';
import { deploy, filesOf, plan } from '../support';

let sandbox: Sandbox;
let projectId: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  projectId = sandbox.store.addProject({ name: 'To' }).id;
});
afterEach(() => sandbox.close());

type Files = Map<string, Buffer>;
type Fields = Record<string, unknown>;

function addVolume(name: string): string {
  const more = { size: '10 GB', description: null, creator: 'somebody', createdAt: 0 };
  return sandbox.store.volumes.add({ projectId, name, ...more }).id;
}

function addApp(name: string, ...volumeIds: string[]): void {
  const volumesWithPath = volumeIds.map((volumeId) => ({ path: `/${volumeId}`, volumeId }));
  const technologyId = APP_TECHNOLOGY_IDS.notebook;
  const version = { ports: [], volumesWithPath, dockerInfo: null, runtimeContextId: null };
  sandbox.store.apps.add({ projectId, name, technologyId, version });
}

const json = (files: Files, path: string) => JSON.parse(String(files.get(path))) as Fields;
const put = (files: Files, path: string, file: Fields) =>
  files.set(path, Buffer.from(JSON.stringify(file)));
const setVolumes = (files: Files, app: string, volumes: Fields[]) => {
  const file = json(files, `apps/${app}.json`);
  put(files, `apps/${app}.json`, { ...file, version: { ...(file.version as Fields), volumes } });
};
const volumesOf = (files: Files, app: string) =>
  ((json(files, `apps/${app}.json`).version as Fields | undefined)?.volumes ?? []) as Fields[];

async function reasonsOf(files: Files, options: object = {}): Promise<string[]> {
  const { steps } = await plan(sandbox, files, projectId, options);
  return steps.flatMap(({ action, reason = '' }) => (action === 'blocked' ? [reason] : []));
}

test('a volume cannot become smaller, but larger', async () => {
  addVolume('models');
  const files = await filesOf(sandbox, projectId);
  const sized = (size: string) => put(files, 'volumes/models.json', { name: 'models', size });
  sized('9.9 GB');
  expect(await reasonsOf(files)).toEqual(['A volume cannot become smaller. Its size is 10 GB.']);
  sized('11 GB');
  expect((await deploy(sandbox, files, projectId)).summary.action).toBe('updated');
});

test.each(['job', 'volume', 'pipeline'] as const)(
  'a %s whose name differs by case alone is blocked',
  async (kind) => {
    const job = sandbox.store.addJob({ projectId, name: 'Load', alias: 'load' });
    addVolume('load');
    const graph = {
      jobNodes: [{ id: crypto.randomUUID(), jobId: job.id, position: null, nextNodes: [] }],
      conditionNodes: [],
    };
    sandbox.store.pipelines.add({ projectId, name: 'Load', alias: 'load', graph });
    const files = await filesOf(sandbox, projectId);
    const path = `${kind}s/load.json`;
    const named = kind === 'volume' ? { name: 'LOAD' } : { name: 'Other', alias: 'LOAD' };
    put(files, path, { ...json(files, path), ...named });
    // The pipeline runs the job of its new alias.
    if (kind === 'job') files.delete('pipelines/load.json');
    expect(await reasonsOf(files)).toEqual([
      `The target has the ${kind} "load". Names must differ by more than upper and lower case.`,
    ]);
    // A volume that is deleted gives its name up before.
    const options = { deleteExtraneous: true, deleteAtMost: 9 };
    const blocked = (await reasonsOf(files, options)).filter((text) =>
      /upper and lower/.test(text),
    );
    expect(blocked).toHaveLength(kind === 'volume' ? 0 : 1);
  },
);

test('a volume that an app of the target has, which the files do not name, is blocked', async () => {
  const models = addVolume('models');
  addApp('Board', models);
  addApp('Notes');
  const files = await filesOf(sandbox, projectId);
  setVolumes(files, 'Notes', [{ path: '/models', volume: 'models' }]);
  files.delete('apps/Board.json');
  expect(await reasonsOf(files)).toEqual([
    'The app "Board" of the target is linked to one of its volumes. Unlink it there first.',
  ]);
});

test('a volume goes from one app to another in one deploy; two that are swapped are blocked', async () => {
  const [models, pages] = [addVolume('models'), addVolume('pages')];
  // The app that gets it comes first.
  addApp('Zebra', models);
  addApp('Ant', pages);
  const files = await filesOf(sandbox, projectId);
  const [ofZebra, ofAnt] = [volumesOf(files, 'Zebra'), volumesOf(files, 'Ant')];
  setVolumes(files, 'Zebra', []);
  setVolumes(files, 'Ant', [...ofAnt, ...ofZebra]);
  expect(await reasonsOf(files)).toEqual([]);
  const { changes } = await deploy(sandbox, files, projectId);
  expect(changes.filter(({ action }) => action === 'failed')).toEqual([]);
  expect(await reasonsOf(files)).toEqual([]);

  setVolumes(files, 'Ant', ofZebra);
  setVolumes(files, 'Zebra', ofAnt);
  await deploy(sandbox, files, projectId);
  setVolumes(files, 'Ant', ofAnt);
  setVolumes(files, 'Zebra', ofZebra);
  expect(await reasonsOf(files)).toHaveLength(2);
});

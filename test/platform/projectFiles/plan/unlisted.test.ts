import { APP_TECHNOLOGY_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy, filesOf, mutations, plan } from '../support';

let source: Sandbox;
let target: Sandbox;
beforeAll(async () => (source = await startSandbox({ seedRuns: false })));
afterEach(async () => await target.close());
afterAll(() => source.close());

const LISTS = [
  ['volume', ['Project.volumes']],
  ['job', ['Project.jobs', 'Query.jobs']],
  ['app', ['Project.apps']],
  ['pipeline', ['Project.pipelines', 'Query.pipelines']],
] as const;

/** A project with so many of each kind. */
function projectOf(count: number): string {
  const { store } = source;
  const projectId = store.addProject({ name: crypto.randomUUID() }).id;
  for (let index = 0; index < count; index++) {
    const volume = { projectId, size: '1 GB', description: null, creator: 'x', createdAt: 0 };
    store.volumes.add({ ...volume, name: `volume_${index}` });
    const { id } = store.addJob({ projectId, name: `job_${index}`, alias: `job_${index}` });
    const technologyId = APP_TECHNOLOGY_IDS.notebook;
    store.apps.add({ projectId, name: `app_${index}`, technologyId, createdAt: index });
    const node = { id: crypto.randomUUID(), jobId: id, position: null, nextNodes: [] };
    const graph = { jobNodes: [node], conditionNodes: [] };
    store.pipelines.add({ projectId, name: `pipeline_${index}`, graph } as never);
  }
  return projectId;
}

describe.each([1, 100])('with %i of each kind', (count) => {
  test.each(LISTS)(
    'a %s blocks where the target does not list any, and is left out by choice',
    async (kind, without) => {
      target = await startSandbox({
        seedRuns: false,
        schemaChanges: { without: [...without], instead: '' },
      });
      const to = target.store.addProject({ name: 'To' }).id;
      const files = await filesOf(source, projectOf(count));
      const { steps } = await plan(target, files, to);
      const ofKind = steps.filter((step) => step.kind === kind);
      expect(ofKind).toHaveLength(count);
      for (const step of ofKind) {
        expect(step).toMatchObject({
          action: 'blocked',
          reason: `This platform does not list its ${kind}s, so a deploy cannot compare them.`,
          unsupported: [`${kind}s`],
        });
      }
      await expect(deploy(target, files, to)).rejects.toThrow('nothing was changed');
      expect(mutations(target)).toEqual({});

      const leaveOut = kind === 'job' ? ['jobs', 'pipelines'] : [`${kind}s`];
      const { changes } = await deploy(target, files, to, { leaveOut });
      const bad = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
      expect(bad).toEqual([]);
      const left = changes.filter(({ reason = '' }) => reason.startsWith('Left out: '));
      expect(left).toHaveLength(kind === 'job' ? 2 * count : count);
      expect(target.stats.byOperation[`create${kind[0]?.toUpperCase()}${kind.slice(1)}`]).toBe(
        undefined,
      );
    },
  );
});

import { APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const projectId = byId(PROJECT_IDS.retail);
const asked = () => sandbox.stats.byOperation;

describe('a volume', () => {
  const stored = (id: unknown) => sandbox.store.volumes.find(String(id));
  const made = async (more: object = {}) => {
    const parameters = { projectId, name: 'models', size: '2 GB', ...more };
    const [volume] = await performed(sandbox, 'volume.create', parameters);
    return String(volume?.id);
  };

  test('is made with what was set, read, listed, changed, copied and deleted', async () => {
    const description = 'Of the forecast';
    const id = await made({ additionalFields: { description } });
    const volumeId = byId(id);
    const whole = { id, name: 'models', size: '2.0 GB', description };
    expect(stored(id)).toMatchObject({ ...whole, projectId: PROJECT_IDS.retail });
    expect(await performed(sandbox, 'volume.get', { volumeId })).toMatchObject([whole]);
    expect(await performed(sandbox, 'volume.getAll', { projectId })).toMatchObject([whole]);

    for (const updateFields of [{ name: 'weights', description: '' }, { size: '4 GB' }]) {
      await performed(sandbox, 'volume.update', { volumeId, updateFields });
    }
    expect(stored(id)).toMatchObject({ name: 'weights', size: '4.0 GB', description: null });

    const copied = { volumeId, updateFields: { name: 'copy' } };
    const [copy] = await performed(sandbox, 'volume.duplicate', copied);
    expect(stored(copy?.id)).toMatchObject({ name: 'copy', size: '4.0 GB', originalVolumeId: id });
    expect(stored(id)?.name).toBe('weights');
    const limited = { projectId, limit: 1 };
    expect(await performed(sandbox, 'volume.getAll', limited)).toHaveLength(1);

    const deleted = await performed(sandbox, 'volume.delete', { volumeId });
    expect(deleted).toEqual([{ deleted: true, id }]);
    expect([stored(id), stored(copy?.id)]).toEqual([undefined, expect.anything()]);
  });

  test.each([
    [undefined, 1],
    ['resetAfter', 2],
  ] as const)('is taken from its app, and can be deleted then (%s)', async (kind, sent) => {
    const id = await made();
    const technologyId = APP_TECHNOLOGY_IDS.dockerImage;
    const version = { volumesWithPath: [{ path: '/data', volumeId: id }] };
    sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, version });
    const volumeId = byId(id);
    const { error } = await perform(sandbox, 'volume.delete', { volumeId });
    expect(`${error?.message} ${error?.description}`).toContain('used by the app');
    if (kind) sandbox.accidents.add({ kind, operation: 'unlinkVolume' });
    const unlinked = await performed(sandbox, 'volume.unlink', { volumeId });
    expect(unlinked).toMatchObject([{ id, linkedApp: null }]);
    expect(asked().unlinkVolume).toBe(sent);
    await performed(sandbox, 'volume.delete', { volumeId });
  });
});

describe('a Docker credential', () => {
  const stored = (id: unknown) => sandbox.store.dockerCredentials.find(String(id));
  const LOGIN = { projectId, registry: 'r.invalid', username: 'puller', password: 'sesame-19' };

  test('is stored, listed, changed and deleted; its password is in no output', async () => {
    const [made] = await performed(sandbox, 'dockerCredential.create', LOGIN);
    const id = String(made?.id);
    expect(stored(id)).toMatchObject({ ...LOGIN, projectId: PROJECT_IDS.retail });
    const place = { projectId, dockerCredentialId: byId(id) };
    const change = { password: 'sesame-20', updateFields: { username: 'other' } };
    const changed = await performed(sandbox, 'dockerCredential.update', { ...place, ...change });
    expect(stored(id)).toMatchObject({ username: 'other', password: 'sesame-20' });
    const all = { projectId, returnAll: true };
    const listed = await performed(sandbox, 'dockerCredential.getAll', all);
    expect(listed).toMatchObject([{ id, registry: 'r.invalid', username: 'other' }]);
    expect(JSON.stringify([made, changed, listed])).not.toContain('sesame');
    expect(await performed(sandbox, 'dockerCredential.delete', place)).toEqual([
      { deleted: true, id },
    ]);
    expect(stored(id)).toBeUndefined();
  });
});

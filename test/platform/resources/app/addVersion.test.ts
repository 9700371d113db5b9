import { Platform } from '../../../../platform/connection/platform';
import { apps, prepareCreateApp } from '../../../../platform/resources/app/app';
import { prepareAddAppVersion } from '../../../../platform/resources/app/create';
import type { PreparedChange } from '../../../../platform/resources/entities';
import { APP_TECHNOLOGY_IDS } from '../../../../sandbox';
import { addVolume, useProjects } from '../../projectFiles/support';

const at = useProjects();
const done = async <T>(prepared: Promise<PreparedChange<T>>) => await (await prepared)();

test('another version of an app keeps what is not set', async () => {
  const { projects } = Platform.connect(at.sandbox.credentials);
  const technologyId = APP_TECHNOLOGY_IDS.dockerImage;
  const app = { projectId: at.to, technologyId, values: { name: 'app' } };
  const { id: volumeId } = addVolume(at.sandbox, at.to, 'models');
  const ports = [{ number: 80, isRewriteUrl: false, name: 'web' }];
  const version = { dockerImage: 'x:1', ports, volumes: [{ path: '/v', volumeId }] };
  const { id } = await done(prepareCreateApp(projects, app, { values: version }));
  await done(prepareAddAppVersion(projects, id, { values: { dockerImage: 'x:2' } }));
  expect(await apps(projects).get(id)).toMatchObject({
    currentVersion: {
      number: 2,
      dockerInfo: { image: 'x:2' },
      ports: [{ number: 80, name: 'web' }],
      volumesWithPath: [{ path: '/v', volume: { id: volumeId, name: 'models' } }],
    },
  });
});

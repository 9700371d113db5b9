import { addVersionTo, type ChaosEntity, type ChaosVersion } from '../entities';
import type { World } from '../world';
import type { Changes } from './changes';
import { LOG_LINES } from './runs';
import { find, maybe, type Shown } from './shown';

interface AppArgs {
  id: string;
  appId: string;
  appHistoryId: string;
}

type VersionInput = Omit<ChaosVersion, 'number'>;

/** Root fields about apps and their versions. */
export function appRoots(world: World, shown: Shown, changes: Changes) {
  const { apps } = world;
  const setStatus = (kind: string, id: string, status: string) => {
    const entity = find(apps, id, 'App');
    entity.status = status;
    world.did(kind, id);
    return shown.app(entity);
  };
  return {
    app: ({ id }: AppArgs) => maybe(apps.get(id), shown.app),
    appStats: ({ appHistoryId }: AppArgs) => {
      find(apps, appHistoryId, 'App history');
      return { uptimePercentage: 75, downtimePercentage: 25, recoveredCount: 1 };
    },
    appLogs: ({ appId, ...page }: AppArgs & { limit?: number; skip?: number }) => {
      find(apps, appId, 'App');
      const lines = Array.from({ length: LOG_LINES }, (_line, index) => ({
        index,
        value: `line ${index} of ${appId}`,
        containerId: 'one',
        stream: 'STDOUT',
        recordAt: world.recorded(index),
      }));
      return { count: lines.length, content: shown.page(lines, page) };
    },
    createApp: ({ app }: { app: ChaosEntity & { version: VersionInput } }) => {
      const { name, description, projectId, version } = app;
      const versions = [{ ...version, number: 1 }];
      const entity = { name, description, projectId, versions };
      return shown.app(changes.add(apps, 'createApp', entity));
    },
    editApp: ({ appEdition }: { appEdition: ChaosEntity }) =>
      shown.app(changes.edit(apps, 'editApp', appEdition, 'App')),
    addAppVersion: ({ appId, version }: AppArgs & { version: VersionInput }) => {
      const added = addVersionTo(find(apps, appId, 'App'), version);
      world.did('addAppVersion', appId);
      return shown.appVersion(added);
    },
    rollbackAppVersion: ({ appId, versionNumber }: AppArgs & { versionNumber: number }) => {
      const which = { id: appId, number: versionNumber, what: 'App' };
      return shown.app(changes.rollBack(apps, 'rollbackAppVersion', which));
    },
    runApp: ({ id }: AppArgs) => setStatus('runApp', id, 'STARTING'),
    restartApp: ({ id }: AppArgs) => setStatus('restartApp', id, 'RESTARTING'),
    stopApp: ({ id }: AppArgs) => setStatus('stopApp', id, 'STOPPING'),
    deleteApp: ({ appId }: AppArgs) => shown.app(changes.remove(apps, 'deleteApp', appId, 'App')),
  };
}

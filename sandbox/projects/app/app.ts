import { badInput, conflict, requireFound } from '../../graphql/refusals';
import { type ById, resolveFields, type Resolvers } from '../../graphql/resolvers';
import type { AppStatus } from '../../runs/appTimeline';
import { APP_TECHNOLOGY_IDS } from '../../ids';
import type { App, AppVersionDetails, Port } from '../../store/apps';
import type { SandboxStore } from '../../store/store';
import type { Version } from '../../store/versions';
import {
  type CreationInput,
  type DockerInfoInput,
  readDockerInfo,
  editVersioned,
  type EditionInput,
  resolveStored,
  readCreation,
  entityFields,
  versionFields,
} from '../versioned';
import { findLinkedApp } from '../volume';
import { checkTechnology } from '../job/jobInput';

interface AppVersionInput {
  releaseNote?: string | null;
  dockerInfo?: DockerInfoInput | null;
  runtimeContextId?: string | null;
  ports: (Partial<Port> & Pick<Port, 'number' | 'isRewriteUrl'>)[];
  volumesWithPath?: ({ path: string; volumeId: string } | null)[] | null;
}

type AppInput = CreationInput & { technologyId: string; version: AppVersionInput };

type VersionOfApp = Version<AppVersionDetails>;

const RUNNING: readonly AppStatus[] = [
  'STARTED',
  'STARTING',
  'RESTARTING',
  'RECOVERING',
  'UPGRADING',
  'ROLLING_BACK',
];

export const app: Resolvers = {
  Query: {
    app: ({ id }: ById, { store }) => store.apps.get(id),
  },
  Mutation: {
    // The platform starts the app at once.
    createApp: ({ app }: { app: AppInput }, context) => {
      const { store, user } = context;
      const creation = readCreation(context, store.apps, app);
      checkTechnology(store, app.technologyId);
      const version = readVersion(store, app.version);
      return store.inTransaction(() => {
        const { id } = store.apps.add({ ...creation, technologyId: app.technologyId, version });
        return store.apps.begin(id, 'STARTING', undefined, user);
      });
    },
    editApp: ({ appEdition }: { appEdition: EditionInput }, context) =>
      editVersioned(context, context.store.apps, appEdition),
    runApp: ({ id }: ById, { store, user }) => {
      const app = store.apps.get(id);
      if (isRunning(store, app)) throw conflict(`App ${app.id} is already running`);
      return store.apps.begin(app.id, 'STARTING', undefined, user);
    },
    // Stopping an app that is not running changes nothing.
    stopApp: ({ id }: ById, { store, user }) => requireFound(store.apps.stop(id, user), 'App', id),
    restartApp: ({ id }: ById, { store, user }) =>
      requireFound(store.apps.begin(id, 'RESTARTING', undefined, user), 'App', id),
    deleteApp: ({ appId }: { appId: string }, { store }) => {
      const app = store.apps.get(appId);
      store.apps.delete(appId);
      return app;
    },
    // A running app continues with the new version.
    addAppVersion: (
      { appId, version }: { appId: string; version: AppVersionInput },
      { store, user },
    ) => {
      const app = store.apps.get(appId);
      const wasRunning = isRunning(store, app);
      const added = store.apps.addVersion(app.id, readVersion(store, version, app.id), user);
      if (wasRunning) store.apps.begin(app.id, 'UPGRADING', undefined, user);
      return added;
    },
    // A running app continues with the earlier version.
    rollbackAppVersion: (
      { appId, versionNumber }: { appId: string; versionNumber: number },
      { store, user },
    ) => {
      const app = store.apps.get(appId);
      const wasRunning = isRunning(store, app);
      store.apps.rollBack(appId, versionNumber);
      if (wasRunning) store.apps.begin(app.id, 'ROLLING_BACK', undefined, user);
      return store.apps.find(app.id);
    },
  },
  App: resolveFields<App>({
    ...entityFields,
    ...resolveStored('settings', ['resources']),
    technology: ({ technologyId }) => ({ id: technologyId }),
    isGenericApp: ({ technologyId }) => technologyId === APP_TECHNOLOGY_IDS.dockerImage,
    currentVersion: ({ id, versionNumber }, { store }) => store.apps.version(id, versionNumber),
    versions: (app, { store }) => store.apps.versions(app),
  }),
  AppVersion: resolveFields<VersionOfApp>({
    ...versionFields,
    ...resolveStored('details', ['dockerInfo', 'runtimeContextId']),
    ports: ({ details, ownerId }) =>
      details.ports.map((port) => ({
        ...port,
        internalUrl: `http://app-${ownerId}:${port.number}`,
      })),
    volumesWithPath: ({ details }, { store }) =>
      details.volumesWithPath.map(({ path, volumeId }) => ({
        path,
        volume: store.volumes.find(volumeId),
      })),
  }),
};

function isRunning(store: SandboxStore, app: App): boolean {
  return RUNNING.includes(store.apps.history(app).current.status);
}

const DEFAULT_PORT = { name: null, basePathVariableName: null, scope: 'PROJECT' } as const;

function readVersion(
  store: SandboxStore,
  input: AppVersionInput,
  appId?: string,
): Partial<AppVersionDetails> {
  const { ports } = input;
  const volumesWithPath = (input.volumesWithPath ?? []).filter((volume) => volume !== null);
  checkPorts(ports);
  checkUnique(volumesWithPath.map(({ path }) => path));
  for (const { path, volumeId } of volumesWithPath) {
    if (!path.startsWith('/')) throw badInput(`${path} is not an absolute path`);
    const volume = store.volumes.get(volumeId);
    const linkedApp = findLinkedApp(store, volume);
    if (linkedApp && linkedApp.id !== appId) {
      throw conflict(`Volume ${volume.name} is used by the app ${linkedApp.name}`);
    }
  }
  return {
    ...input,
    dockerInfo: readDockerInfo(store, input.dockerInfo),
    ports: ports.map((port) => ({ ...DEFAULT_PORT, ...port })),
    volumesWithPath,
  };
}

function checkPorts(ports: AppVersionInput['ports']): void {
  for (const { number } of ports) {
    if (number < 1 || number > 65_535) throw badInput(`${number} is not a port number`);
  }
  checkUnique(ports.map(({ number }) => number));
}

function checkUnique(entries: (string | number)[]): void {
  const duplicate = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (duplicate !== undefined) throw badInput(`${duplicate} is listed twice`);
}

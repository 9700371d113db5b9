import { conflict, found, notFound } from '../graphql/errors';
import type { Resolvers } from '../graphql/resolvers';
import type { AppStatus } from '../runs/appTimeline';
import { APP_TECHNOLOGY_IDS } from '../seed/ids';
import type { App, AppVersionDetails, Port } from '../store/apps';
import type { SandboxStore } from '../store/store';
import type { Version } from '../store/versions';
import { nameOf } from './inputs';
import { checkTechnology } from './jobInput';

interface AppVersionInput {
  releaseNote?: string | null;
  dockerInfo?: { image: string; dockerCredentialsId?: string | null } | null;
  runtimeContextId?: string | null;
  ports: (Partial<Port> & Pick<Port, 'number' | 'isRewriteUrl'>)[];
  volumesWithPath?: ({ path: string; volumeId: string } | null)[] | null;
}

interface AppInput {
  projectId: string;
  name: string;
  description?: string | null;
  technologyId: string;
  version: AppVersionInput;
}

interface AppEditionInput {
  id: string;
  name?: string | null;
  description?: string | null;
}

type VersionOfApp = Version<AppVersionDetails> & { appId: string };

const RUNNING: readonly AppStatus[] = [
  'STARTED',
  'STARTING',
  'RESTARTING',
  'RECOVERING',
  'UPGRADING',
  'ROLLING_BACK',
];

export const appResolvers: Resolvers = {
  Query: {
    app: (_root, { id }: { id: string }, { store }) => found(store.apps.find(id), 'App', id),
    appVersion: (_root, { appId, number }: { appId: string; number: number }, { store }) => {
      const { id } = found(store.apps.find(appId), 'App', appId);
      const version = found(store.apps.version(id, number), 'App version', String(number));
      return { ...version, appId: id };
    },
  },
  Mutation: {
    // The app is stopped until it is run.
    createApp: (_root, { app }: { app: AppInput }, { store, user }) => {
      found(store.project(app.projectId), 'Project', app.projectId);
      checkTechnology(store, app.technologyId);
      return store.apps.add({
        projectId: app.projectId,
        name: nameOf(app.name),
        description: app.description ?? null,
        technologyId: app.technologyId,
        creator: user,
        version: detailsOf(app.version),
      });
    },
    editApp: (_root, { appEdition: input }: { appEdition: AppEditionInput }, { store }) => {
      const { id } = found(store.apps.find(input.id), 'App', input.id);
      return store.apps.edit(id, {
        ...(typeof input.name === 'string' && { name: nameOf(input.name) }),
        ...(input.description !== undefined && { description: input.description }),
      });
    },
    runApp: (_root, { id }: { id: string }, { store, user }) => {
      const app = found(store.apps.find(id), 'App', id);
      if (isRunning(store, app)) throw conflict(`App ${app.id} is already running`);
      return store.apps.begin(app.id, 'STARTING', undefined, user);
    },
    // An app that does not run stays as it is.
    stopApp: (_root, { id }: { id: string }, { store, user }) =>
      found(store.apps.stop(id, user), 'App', id),
    restartApp: (_root, { id }: { id: string }, { store, user }) =>
      found(store.apps.begin(id, 'RESTARTING', undefined, user), 'App', id),
    deleteApp: (_root, { appId }: { appId: string }, { store }) => {
      const app = found(store.apps.find(appId), 'App', appId);
      if (!store.apps.delete(appId)) throw notFound('App', appId);
      return app;
    },
    // A running app goes on with the new version.
    addAppVersion: (
      _root,
      { appId, version }: { appId: string; version: AppVersionInput },
      { store, user },
    ) => {
      const app = found(store.apps.find(appId), 'App', appId);
      const wasRunning = isRunning(store, app);
      const number = store.apps.addVersion(app, detailsOf(version), user);
      store.apps.edit(app.id, { versionNumber: number });
      if (wasRunning) store.apps.begin(app.id, 'UPGRADING', undefined, user);
      return { ...store.apps.version(app.id, number), appId: app.id };
    },
    // A running app goes on with the earlier version.
    rollbackAppVersion: (
      _root,
      { appId, versionNumber }: { appId: string; versionNumber: number },
      { store, user },
    ) => {
      const app = found(store.apps.find(appId), 'App', appId);
      found(store.apps.version(app.id, versionNumber), 'App version', String(versionNumber));
      const wasRunning = isRunning(store, app);
      store.apps.edit(app.id, { versionNumber });
      if (wasRunning) store.apps.begin(app.id, 'ROLLING_BACK', undefined, user);
      return store.apps.find(app.id);
    },
  },
  App: {
    creationDate: ({ createdAt }: App) => createdAt,
    technology: ({ technologyId }: App) => ({ id: technologyId }),
    isGenericApp: ({ technologyId }: App) => technologyId === APP_TECHNOLOGY_IDS.dockerImage,
    currentVersion: ({ id, versionNumber }: App, _args: unknown, { store }) => {
      const version = store.apps.version(id, versionNumber);
      return version && { ...version, appId: id };
    },
    // Newest first.
    versions: (app: App, _args: unknown, { store }) =>
      store.apps.versions(app).map((version) => ({ ...version, appId: app.id })),
    linkedVolumes: ({ id, versionNumber }: App, _args: unknown, { store }) =>
      (store.apps.version(id, versionNumber)?.details.volumesWithPath ?? [])
        .map(({ volumeId }) => store.volumes.find(volumeId))
        .filter((volume) => volume !== undefined),
    project: ({ projectId }: App, _args: unknown, { store }) => store.project(projectId),
  },
  AppVersion: {
    creationDate: ({ createdAt }: VersionOfApp) => createdAt,
    isMajor: () => false,
    releaseNote: ({ details }: VersionOfApp) => details.releaseNote,
    dockerInfo: ({ details }: VersionOfApp) => details.dockerInfo,
    runtimeContextId: ({ details }: VersionOfApp) => details.runtimeContextId,
    ports: ({ details, appId }: VersionOfApp) =>
      details.ports.map((port) => ({
        ...port,
        internalUrl: `app-${appId.slice(0, 8)}.apps.internal:${port.number}`,
      })),
    volumesWithPath: ({ details }: VersionOfApp, _args: unknown, { store }) =>
      details.volumesWithPath.map(({ path, volumeId }) => ({
        path,
        volume: store.volumes.find(volumeId),
      })),
  },
};

function isRunning(store: SandboxStore, app: App): boolean {
  return RUNNING.includes(store.apps.history(app).current.status);
}

function detailsOf(input: AppVersionInput): AppVersionDetails {
  const { releaseNote, dockerInfo, runtimeContextId, ports, volumesWithPath } = input;
  return {
    releaseNote: releaseNote ?? null,
    dockerInfo: dockerInfo
      ? { image: dockerInfo.image, dockerCredentialsId: dockerInfo.dockerCredentialsId ?? null }
      : null,
    runtimeContextId: runtimeContextId ?? null,
    ports: ports.map((port) => ({
      name: null,
      basePathVariableName: null,
      scope: 'PROJECT',
      ...port,
    })),
    volumesWithPath: (volumesWithPath ?? []).filter((volume) => volume !== null),
  };
}

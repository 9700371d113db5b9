import { badInput, conflict, found, notFound, type Resolvers } from '../../graphql/resolvers';
import type { AppStatus } from '../../runs/appTimeline';
import { APP_TECHNOLOGY_IDS } from '../../ids';
import type { App, AppSettings, AppVersionDetails, Port } from '../../store/apps';
import type { SandboxStore } from '../../store/store';
import type { Version } from '../../store/versions';
import { type AlertingInput, edited, freeName } from '../inputs';
import {
  changesOf,
  dockerInfoOf,
  keptIn,
  rolledBack,
  settingsOf,
  versionedFields,
  versionFields,
  versionFound,
} from '../versioned';
import { appOf } from '../volume';
import { checkTechnology } from '../job/jobInput';

interface AppVersionInput {
  releaseNote?: string | null;
  dockerInfo?: { image: string; dockerCredentialsId?: string | null } | null;
  runtimeContextId?: string | null;
  ports: (Partial<Port> & Pick<Port, 'number' | 'isRewriteUrl'>)[];
  volumesWithPath?: ({ path: string; volumeId: string } | null)[] | null;
}

interface SettingsInput {
  alerting?: AlertingInput | null;
  resources?: AppSettings['resources'];
}

interface AppInput extends SettingsInput {
  projectId: string;
  name: string;
  description?: string | null;
  technologyId: string;
  version: AppVersionInput;
}

interface AppEditionInput extends SettingsInput {
  id: string;
  name?: string | null;
  description?: string | null;
}

interface Installation {
  projectId: string;
  technologyId: string;
  contextId: string;
}

type VersionOfApp = Version<AppVersionDetails>;

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
    appVersion: (_root, { appId, number }: { appId: string; number: number }, { store }) =>
      versionFound(store.apps, appId, number),
  },
  Mutation: {
    // The app is stopped until it is run.
    createApp: (_root, { app }: { app: AppInput }, context) => {
      const { store, user } = context;
      found(store.project(app.projectId), 'Project', app.projectId);
      checkTechnology(store, app.technologyId);
      return store.apps.add({
        projectId: app.projectId,
        name: freeName(context, store.apps.list(app.projectId), app.name),
        description: app.description ?? null,
        technologyId: app.technologyId,
        creator: user,
        settings: settingsOf(app, ['resources']),
        version: detailsOf(store, app.version),
      });
    },
    installApp: (_root, asked: Installation, { store, user }) => {
      const { projectId } = asked;
      found(store.project(projectId), 'Project', projectId);
      return store.together(() => installed(store, asked, user));
    },
    editApp: (_root, { appEdition }: { appEdition: AppEditionInput }, context) => {
      const { store } = context;
      const input = edited(appEdition, context);
      const app = found(store.apps.find(input.id), 'App', input.id);
      const changes = changesOf(context, store.apps, app, input);
      return store.apps.edit(app.id, { ...changes, settings: settingsOf(input, ['resources']) });
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
      const added = store.apps.addVersion(app.id, detailsOf(store, version, app.id), user);
      if (wasRunning) store.apps.begin(app.id, 'UPGRADING', undefined, user);
      return added;
    },
    // A running app goes on with the earlier version.
    rollbackAppVersion: (
      _root,
      { appId, versionNumber }: { appId: string; versionNumber: number },
      { store, user },
    ) => {
      const app = found(store.apps.find(appId), 'App', appId);
      const wasRunning = isRunning(store, app);
      rolledBack(store.apps, appId, versionNumber);
      if (wasRunning) store.apps.begin(app.id, 'ROLLING_BACK', undefined, user);
      return store.apps.find(app.id);
    },
  },
  App: {
    ...versionedFields,
    ...keptIn('settings', ['resources']),
    technology: ({ technologyId }: App) => ({ id: technologyId }),
    isGenericApp: ({ technologyId }: App) => technologyId === APP_TECHNOLOGY_IDS.dockerImage,
    currentVersion: ({ id, versionNumber }: App, _args: unknown, { store }) =>
      store.apps.version(id, versionNumber),
    // Newest first.
    versions: (app: App, _args: unknown, { store }) => store.apps.versions(app),
    linkedVolumes: (app: App, _args: unknown, { store }) =>
      (store.apps.current(app)?.volumesWithPath ?? [])
        .map(({ volumeId }) => store.volumes.find(volumeId))
        .filter((volume) => volume !== undefined),
  },
  AppVersion: {
    ...versionFields,
    ...keptIn('details', ['dockerInfo', 'runtimeContextId']),
    ports: ({ details, ownerId }: VersionOfApp) =>
      details.ports.map((port) => ({
        ...port,
        internalUrl: `app-${ownerId.slice(0, 8)}.apps.internal:${port.number}`,
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

/** A context of the catalog says what the app needs: an image, ports, and volumes, which are made. */
function installed(
  store: SandboxStore,
  { projectId, technologyId, contextId }: Installation,
  creator: string,
): App {
  const technology = found(store.catalog.technology(technologyId), 'Technology', technologyId);
  const context = found(
    technology.contexts.find(({ id }) => id === contextId),
    'Context',
    contextId,
  );
  const name = technology.label;
  const { id: volumeId } = store.volumes.add({
    projectId,
    name: `${name} ${store.volumes.of(projectId).length + 1}`,
    size: '1 GB',
    description: null,
    creator,
    createdAt: store.clock(),
  });
  return store.apps.add({
    projectId,
    name,
    technologyId,
    creator,
    version: {
      runtimeContextId: context.id,
      dockerInfo: context.dockerImage
        ? { image: context.dockerImage, dockerCredentialsId: null }
        : null,
      ports: context.ports.map((number) => ({
        ...PORT,
        number,
        name: 'web',
        isRewriteUrl: true,
      })),
      volumesWithPath: [{ path: '/data', volumeId }],
    },
  });
}

const PORT = { name: null, basePathVariableName: null, scope: 'PROJECT' } as const;

function detailsOf(store: SandboxStore, input: AppVersionInput, appId?: string): AppVersionDetails {
  const { releaseNote, dockerInfo, runtimeContextId, ports } = input;
  const volumesWithPath = (input.volumesWithPath ?? []).filter((volume) => volume !== null);
  checkPorts(ports);
  checkUnique(volumesWithPath.map(({ path }) => path));
  for (const { path, volumeId } of volumesWithPath) {
    if (!path.startsWith('/')) throw badInput(`${path} is not an absolute path`);
    const volume = found(store.volumes.find(volumeId), 'Volume', volumeId);
    const other = appOf(store, volume);
    if (other && other.id !== appId) {
      throw conflict(`Volume ${volume.name} is used by the app ${other.name}`);
    }
  }
  return {
    releaseNote: releaseNote ?? null,
    dockerInfo: dockerInfoOf(store, dockerInfo),
    runtimeContextId: runtimeContextId ?? null,
    ports: ports.map((port) => ({ ...PORT, ...port })),
    volumesWithPath,
  };
}

function checkPorts(ports: AppVersionInput['ports']): void {
  for (const { number } of ports) {
    if (number < 1 || number > 65_535) throw badInput(`There is no port ${number}`);
  }
  checkUnique(ports.map(({ number }) => number));
}

function checkUnique(entries: (string | number)[]): void {
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice !== undefined) throw badInput(`${twice} is there twice`);
}

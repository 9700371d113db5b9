import { conflict, found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { APP_STATUSES, type AppRecord, type AppStatus } from '../runs/appTimeline';
import type { AppHistory } from '../store/appExecutions';
import type { App, AppVersionDetails } from '../store/apps';
import type { VersionFilter, Version } from '../store/versions';
import { nameOf } from './inputs';
import { checkTechnology } from './jobInput';

interface AppVersionInput {
  releaseNote?: string | null;
  dockerInfo?: { image: string; dockerCredentialsId?: string | null } | null;
  exposedPorts?: { number: number; name?: string | null; isAuthenticationRequired?: boolean }[];
}

interface AppInput extends AppVersionInput {
  projectId: string;
  name: string;
  alias?: string | null;
  description?: string | null;
  technology: { id: string };
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

export const appPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum AppStatus {
      ${APP_STATUSES.join('\n')}
    }

    type AppTechnology {
      id: UUID!
    }

    type AppStatusRecord {
      status: AppStatus!
      details: String
      recordAt: DateTime!
      executionId: UUID
    }

    type AppHistory {
      currentStatus: AppStatus!
      currentStatusDetails: String
      "Null where the app was never started"
      currentExecutionId: UUID
      "Oldest first"
      statuses: [AppStatusRecord!]!
    }

    type ExposedPort {
      number: Int!
      name: String
      isAuthenticationRequired: Boolean!
    }

    type AppVersion {
      number: Int!
      creationDate: DateTime!
      creator: String!
      isCurrent: Boolean!
      releaseNote: String
      dockerInfo: JobDockerInfo
      exposedPorts: [ExposedPort!]!
    }

    type App {
      id: UUID!
      name: String!
      alias: String!
      description: String
      creator: String!
      creationDate: DateTime!
      technology: AppTechnology!
      currentVersion: AppVersion!
      "Newest first"
      versions(limit: Int, onlyCurrent: Boolean): [AppVersion!]!
      status: AppStatus! @deprecated(reason: "Use history.currentStatus")
      history: AppHistory!
      environmentVariables: [EnvironmentVariable!]!
      project: Project!
    }

    input ExposedPortInput {
      number: Int!
      name: String
      isAuthenticationRequired: Boolean = true
    }

    input AppInput {
      projectId: UUID!
      name: String!
      alias: String
      description: String
      technology: TechnologyInput!
      releaseNote: String
      dockerInfo: JobDockerInput
      exposedPorts: [ExposedPortInput!]
    }

    input AppVersionInput {
      releaseNote: String
      dockerInfo: JobDockerInput
      exposedPorts: [ExposedPortInput!]
    }

    type Query {
      app(id: UUID!): App
    }

    type Mutation {
      "The app is stopped until it is run"
      createApp(app: AppInput!): App!
      runApp(id: UUID!): App!
      "An app that does not run stays as it is"
      stopApp(id: UUID!): App!
      restartApp(id: UUID!): App!
      deleteApp(appId: UUID!): Boolean!
      "A running app goes on with the new version"
      addAppVersion(appId: UUID!, appVersion: AppVersionInput!): AppVersion!
      "A running app goes on with the earlier version"
      rollbackAppVersion(appId: UUID!, versionNumber: Int!): App!
    }
  `,
  resolvers: {
    Query: {
      app: (_root, { id }: { id: string }, { store }) => found(store.apps.find(id), 'App', id),
    },
    Mutation: {
      createApp: (_root, { app }: { app: AppInput }, { store, user }) => {
        found(store.project(app.projectId), 'Project', app.projectId);
        checkTechnology(store, app.technology.id);
        const { alias } = app;
        if (alias && store.apps.list(app.projectId).some((other) => other.alias === alias)) {
          throw conflict(`There is already an app with the alias ${alias}`);
        }
        return store.apps.add({
          projectId: app.projectId,
          name: nameOf(app.name),
          alias: alias ?? undefined,
          description: app.description ?? null,
          technologyId: app.technology.id,
          creator: user,
          version: detailsOf(app),
        });
      },
      runApp: (_root, { id }: { id: string }, { store }) => {
        const app = found(store.apps.find(id), 'App', id);
        if (RUNNING.includes(store.apps.history(app).current.status)) {
          throw conflict(`App ${app.id} is already running`);
        }
        return store.apps.begin(app.id, 'STARTING');
      },
      stopApp: (_root, { id }: { id: string }, { store }) => found(store.apps.stop(id), 'App', id),
      restartApp: (_root, { id }: { id: string }, { store }) =>
        found(store.apps.begin(id, 'RESTARTING'), 'App', id),
      deleteApp: (_root, { appId }: { appId: string }, { store }) => {
        if (!store.apps.delete(appId)) throw notFound('App', appId);
        return true;
      },
      addAppVersion: (
        _root,
        { appId, appVersion }: { appId: string; appVersion: AppVersionInput },
        { store, user },
      ) => {
        const app = found(store.apps.find(appId), 'App', appId);
        const isRunning = RUNNING.includes(store.apps.history(app).current.status);
        const number = store.apps.addVersion(app, detailsOf(appVersion), user);
        store.apps.edit(app.id, { versionNumber: number });
        if (isRunning) store.apps.begin(app.id, 'UPGRADING');
        return { ...store.apps.version(app.id, number), appId: app.id };
      },
      rollbackAppVersion: (
        _root,
        { appId, versionNumber }: { appId: string; versionNumber: number },
        { store },
      ) => {
        const app = found(store.apps.find(appId), 'App', appId);
        found(store.apps.version(app.id, versionNumber), 'App version', String(versionNumber));
        const isRunning = RUNNING.includes(store.apps.history(app).current.status);
        store.apps.edit(app.id, { versionNumber });
        if (isRunning) store.apps.begin(app.id, 'ROLLING_BACK');
        return store.apps.find(app.id);
      },
    },
    App: {
      creationDate: ({ createdAt }: App) => createdAt,
      technology: ({ technologyId }: App) => ({ id: technologyId }),
      currentVersion: ({ id, versionNumber }: App, _args: unknown, { store }) => ({
        ...store.apps.version(id, versionNumber),
        appId: id,
      }),
      versions: (app: App, filter: VersionFilter, { store }) =>
        store.apps.versions(app, filter).map((version) => ({ ...version, appId: app.id })),
      status: (app: App, _args: unknown, { store }) => store.apps.history(app).current.status,
      history: (app: App, _args: unknown, { store }) => store.apps.history(app),
      environmentVariables: ({ id }: App, _args: unknown, { store }) =>
        store.variables.of('APP', id),
      project: ({ projectId }: App, _args: unknown, { store }) => store.project(projectId),
    },
    AppHistory: {
      currentStatus: ({ current }: AppHistory) => current.status,
      currentStatusDetails: ({ current }: AppHistory) => current.details,
      currentExecutionId: ({ current }: AppHistory) => current.executionId,
      statuses: ({ records }: AppHistory) => records,
    },
    AppStatusRecord: {
      recordAt: ({ recordedAt }: AppRecord) => recordedAt,
    },
    AppVersion: {
      creationDate: ({ createdAt }: VersionOfApp) => createdAt,
      isCurrent: ({ appId, number }: VersionOfApp, _args: unknown, { store }) =>
        store.apps.find(appId)?.versionNumber === number,
      releaseNote: ({ details }: VersionOfApp) => details.releaseNote,
      dockerInfo: ({ details }: VersionOfApp) => details.dockerInfo,
      exposedPorts: ({ details }: VersionOfApp) => details.exposedPorts,
    },
  },
};

function detailsOf({ releaseNote, dockerInfo, exposedPorts }: AppVersionInput): AppVersionDetails {
  return {
    releaseNote: releaseNote ?? null,
    dockerInfo: dockerInfo
      ? { image: dockerInfo.image, dockerCredentialsId: dockerInfo.dockerCredentialsId ?? null }
      : null,
    exposedPorts: (exposedPorts ?? []).map((port) => ({
      number: port.number,
      name: port.name ?? null,
      isAuthenticationRequired: port.isAuthenticationRequired ?? true,
    })),
  };
}

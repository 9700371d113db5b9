import { badInput, found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { LogPage } from '../runs/logs';
import { LOG_STREAMS } from '../runs/script';

interface RunLog extends LogPage {
  jobInstanceID: string;
}

interface AppLog extends LogPage {
  appId: string;
  appExecutionId: string;
}

/** What runs and apps have written. No streams asked for gives all of them. */
export const logPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum LogStream {
      ${LOG_STREAMS.join('\n')}
    }

    type Log {
      "Counts from 0 over all streams"
      index: Int!
      value: String!
      stream: LogStream!
    }

    type Query {
      filteredLogs(jobInstanceID: UUID!, limit: Int, skip: Int, streams: [LogStream]!): [Log!]!
      countFilteredLogs(jobInstanceID: UUID!, streams: [LogStream]!): Int!
      appLogs(appId: UUID!, appExecutionId: UUID!, limit: Int, skip: Int, streams: [LogStream]): [Log!]!
    }
  `,
  resolvers: {
    Query: {
      filteredLogs: (_root, { jobInstanceID: id, ...page }: RunLog, { store }) =>
        store.log(found(store.run(id), 'Job instance', id), checked(page)),
      countFilteredLogs: (_root, { jobInstanceID: id, streams }: RunLog, { store }) =>
        store.log(found(store.run(id), 'Job instance', id), { streams }).length,
      appLogs: (_root, { appId, appExecutionId, ...page }: AppLog, { store }) => {
        const app = found(store.apps.find(appId), 'App', appId);
        const log = store.apps.log(app, appExecutionId, checked(page));
        return found(log, 'App execution', appExecutionId);
      },
    },
  },
};

function checked(page: LogPage): LogPage {
  if ((page.limit ?? 0) < 0 || (page.skip ?? 0) < 0) {
    throw badInput('limit and skip must not be negative');
  }
  return page;
}

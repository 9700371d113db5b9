import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { AppState } from '../../../platform/resources/app/start';
import { limitTo } from '../../../platform/common/time/concurrency';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { addFacts } from '../../shared/errors/errors';
import { forgetChange } from '../../shared/items/changedItems';
import { EarlierTries } from '../../shared/items/earlierTries';
import { sharePerExecution } from '../../shared/items/items';
import { buildOptionsField } from '../../shared/parameters/collections';
import { defineChange, type ItemCall, type ItemResult } from '../../shared/operation/operation';
import { buildLogOutput } from '../runs/read/runOutput';
import { MAX_CONCURRENT_STARTS } from '../runs/runAndWait';
import { pollIntervalField, timeoutField } from '../runs/runOptions';
import { APP } from './app.fields';
import { buildAppState, buildEntityItem } from './entityOutput';

const startOptions: INodeProperties[] = [
  pollIntervalField,
  {
    ...timeoutField,
    description: 'Max number of seconds to wait for the app to start',
  },
];

type Call = ItemCall<PlatformClient>;

/** The states of the apps before they were started. A try of Retry On Fail that only waits uses them too. */
const statesBefore = new EarlierTries<AppState>();

const getShared = sharePerExecution(({ client, options }: Call) => ({
  limitStarts: limitTo(MAX_CONCURRENT_STARTS),
  waiter: client.appStarts.createWaiter(options),
}));

/**
 * Starts the apps of all items, and waits for them together. Retry On Fail starts an app again only if its start failed. After a
 * timeout, the retry continues to wait.
 */
export const runAndWait = defineChange({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: 'Run app and wait',
  description:
    'Start an app that is not running, and wait until it has started. If the app fails to start, the error has the last lines of its log.',
  output: APP.definition.output,
  simplified: APP.definition.simplified,
  fields: [
    ...APP.definition.picker,
    buildOptionsField('How to wait for the start of the app', startOptions),
  ],
  isRepeatable: false,
  concurrency: Infinity,

  async read(call: Call) {
    const { apps, appStarts } = call.client;
    const id = APP.readId(call);
    const send = await apps.prepareRun(id, call.options);
    statesBefore.keep(call, await appStarts.getState(id, call.options));
    return send;
  },

  change: async (call, send) =>
    await buildEntityItem(call, 'app', await getShared(call).limitStarts(send)),

  async afterChange(call, started: ItemResult) {
    if (Array.isArray(started)) return started;
    return { json: await awaitStart(call, started.json) };
  },
});

async function awaitStart(call: Call, started: IDataObject): Promise<IDataObject> {
  const { client, options, parameters } = call;
  const { AppStart, AppStartFailedError, AppStartTimeoutError } = await loadPlatform();
  const id = APP.readId(call);
  const timeoutSeconds = parameters.number('options.timeout');
  const start = new AppStart(statesBefore.recall(call) ?? { status: 'UNKNOWN' });
  start.recordResponse(started);
  const result = await getShared(call).waiter.waitForEnd(id, {
    timeoutMs: timeoutSeconds * 1000,
    pollIntervalMs: parameters.number('options.pollInterval') * 1000,
    hasEnded: (app) => start.hasEnded(app as AppState),
  });
  // In the result of the waiter, the app is the `run`.
  const latest = result.run as AppState | undefined;
  const output: IDataObject = { ...started, ...(latest && buildAppState(latest.history)) };
  const url = typeof output.url === 'string' ? output.url : undefined;
  const knownFields = { ...output, appId: id };
  if (result.kind === 'timedOut') {
    const namedApp = { id, name: latest?.name };
    const failure = new AppStartTimeoutError(namedApp, url, result, timeoutSeconds);
    throw addFacts(failure, { knownFields });
  }
  const app = result.run as AppState;
  if (app.status === 'STARTED') return output;
  const log = await client.appStarts.readFailureLog(app, options);
  forgetChange(call);
  throw addFacts(new AppStartFailedError(app, url, log), {
    knownFields: { ...knownFields, ...buildLogOutput(log) },
  });
}

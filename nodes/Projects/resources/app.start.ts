import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { AppState } from '../../../platform/resources/app/start';
import type { RunWaiter } from '../../../platform/runs/wait/runWaiter';
import { limitTo } from '../../../platform/time/concurrency';
import { withFacts } from '../../shared/errors/errors';
import { forgetChange } from '../../shared/items/changedItems';
import { EarlierTries } from '../../shared/items/earlierTries';
import { perCall } from '../../shared/items/items';
import { optionsField } from '../../shared/parameters/collections';
import {
  changeOperation,
  type ItemCall,
  type ItemResult,
  type Operation,
} from '../../shared/operation/operation';
import { logOutput } from '../runs/read/runOutput';
import { pollIntervalField, timeoutField } from '../runs/runOptions';
import { progressReporter } from '../runs/wait/progress';
import { APP } from './app.fields';
import { appState, labelledItem } from './entityOutput';

const startOptions: INodeProperties[] = [
  pollIntervalField,
  {
    ...timeoutField,
    description: 'Max number of seconds to wait for the app to start',
  },
  {
    displayName: 'Wait Until Started',
    name: 'waitUntilStarted',
    type: 'boolean',
    default: true,
    description:
      'Whether to wait until the app has started. The node fails if the app does not start, with the last lines of its log.',
  },
];

/** As many starts at once as of runs. */
const CONCURRENT_STARTS = 50;
/** As many last lines as a failed run has by default. */
const LOG_LINES = 20;

type Call = ItemCall<PlatformClient>;

/** How the apps were before their starts were sent, for all tries of Retry On Fail. */
const statesBefore = new EarlierTries<AppState>();

interface StartOptions {
  isAwaited: boolean;
  timeoutSeconds: number;
  pollIntervalMs: number;
}

function readOptions({ parameters }: Call): StartOptions {
  return {
    isAwaited: parameters.boolean('options.waitUntilStarted'),
    timeoutSeconds: parameters.number('options.timeout'),
    pollIntervalMs: parameters.number('options.pollInterval') * 1000,
  };
}

const sharedBy = perCall(({ client, execution, options }: Call) => {
  const onProgress = progressReporter(execution, 'app');
  const waiter = client.appStarts.newWaiter({ ...options, onProgress });
  return { limitStarts: limitTo(CONCURRENT_STARTS), waiter };
});

/**
 * Starts an app, or starts it again, and waits for the end of that if wanted, for all items together. A start that was sent is sent
 * by no other try of Retry On Fail: that goes on waiting. One that failed, and was reported, is.
 */
export const startApp = (
  value: 'run' | 'restart',
  name: string,
  description: string,
): Operation<PlatformClient> =>
  changeOperation({
    value,
    name,
    action: `${name} app`,
    description,
    output: APP.table.output,
    simplified: APP.table.simplified,
    fields: [...APP.table.picker, optionsField('Options for the start of the app', startOptions)],
    isRepeatable: false,
    concurrency: Infinity,

    async read(call: Call) {
      const { apps, appStarts } = call.client;
      const id = APP.idIn(call);
      const send =
        value === 'run'
          ? await apps.prepareRun(id, call.options)
          : await apps.prepareRestart(id, call.options);
      if (readOptions(call).isAwaited) {
        statesBefore.keep(call, await appStarts.getState(id, call.options));
      }
      return send;
    },

    change: async (call, send) =>
      await labelledItem(call, 'app', await sharedBy(call).limitStarts(send)),

    async afterChange(call, started: ItemResult) {
      const wanted = readOptions(call);
      if (!wanted.isAwaited || Array.isArray(started)) return started;
      const { waiter } = sharedBy(call);
      const isRestart = value === 'restart';
      return { json: await awaitStart(call, waiter, started.json, { ...wanted, isRestart }) };
    },
  });

/** @param started what the platform returned for the start, as it is put out */
async function awaitStart(
  call: Call,
  waiter: RunWaiter,
  started: IDataObject,
  { timeoutSeconds, pollIntervalMs, isRestart }: StartOptions & { isRestart: boolean },
): Promise<IDataObject> {
  const { client, options } = call;
  const { appStarts } = client;
  const id = APP.idIn(call);
  const start = appStarts.newStart(statesBefore.of(call) ?? { status: 'UNKNOWN' }, isRestart);
  start.setResponse(started);
  const result = await waiter.waitForEnd(id, {
    timeoutMs: timeoutSeconds * 1000,
    pollIntervalMs,
    hasEnded: (app) => start.hasEnded(app as AppState),
  });
  const last = result.run as AppState | undefined;
  const output: IDataObject = { ...started, ...(last && appState(last.history)) };
  const url = typeof output.url === 'string' ? output.url : undefined;
  const known = { ...output, appId: id };
  if (result.kind === 'timedOut') {
    const of = { id, name: last?.name };
    throw withFacts(appStarts.timedOut(of, url, result, timeoutSeconds), { known });
  }
  const app = result.run as AppState;
  if (app.status === 'STARTED') return output;
  const log = await appStarts.readFailureLog(app, LOG_LINES, options);
  forgetChange(call);
  throw withFacts(appStarts.failed(app, url, log), { known: { ...known, ...logOutput(log) } });
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { readIdentifier } from '../../../platform/input/identifiers';
import type { AppState } from '../../../platform/resources/app/start';
import type { RunWaiter } from '../../../platform/runs/wait/runWaiter';
import { limitTo } from '../../../platform/time/concurrency';
import { withFacts } from '../../shared/errors/errors';
import { forgetChange } from '../../shared/items/changedItems';
import { EarlierTries } from '../../shared/items/earlierTries';
import { changeEachItem, inputOf, readEachItem } from '../../shared/items/items';
import { optionsField } from '../../shared/parameters/collections';
import type { ItemCall, ItemResult, Operation } from '../../shared/operation/operation';
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
    default: false,
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

/**
 * Starts an app, or starts it again, and waits for the end of that if wanted, for all items together. A start that was sent is sent
 * by no other try of Retry On Fail: that goes on waiting. One that failed, and was reported, is.
 */
export const startApp = (
  value: 'run' | 'restart',
  name: string,
  description: string,
): Operation<PlatformClient> => ({
  value,
  name,
  action: `${name} app`,
  description,
  rights: ['run'],
  simplified: APP.simplified,
  fields: [...APP.picker, optionsField('Options for the start of the app', startOptions)],

  async runTogether(call) {
    const { client, execution } = call;
    const inputs = await readEachItem(call, readOptions);
    const isAnyAwaited = inputs.some((read) => 'input' in read && read.input.isAwaited);
    const limitStarts = limitTo(CONCURRENT_STARTS);
    const onProgress = progressReporter(execution, 'app');
    const waiter = client.apps.newWaiter({ ...call.options, onProgress });
    const prepare = value === 'run' ? client.apps.prepareRun : client.apps.prepareRestart;
    return await changeEachItem(call, {
      isRepeatable: false,
      concurrency: isAnyAwaited ? Infinity : undefined,
      async read(itemCall: Call) {
        const { parameters, options } = itemCall;
        const send = await prepare(parameters.locator('appId'), options);
        if (inputOf(inputs, itemCall).isAwaited) {
          statesBefore.keep(itemCall, await client.apps.getState(idOf(itemCall), options));
        }
        return send;
      },
      change: async (itemCall: Call, send: unknown) =>
        await labelledItem(itemCall, 'app', await limitStarts(send as () => Promise<object>)),
      async afterChange(itemCall: Call, started: ItemResult) {
        const wanted = inputOf(inputs, itemCall);
        if (!wanted.isAwaited || Array.isArray(started)) return started;
        const isRestart = value === 'restart';
        return { json: await awaitStart(itemCall, waiter, started.json, { ...wanted, isRestart }) };
      },
    });
  },
});

function idOf({ parameters }: Call): string {
  return readIdentifier(parameters.locator('appId'), 'app');
}

/** @param started what the platform returned for the start, as it is put out */
async function awaitStart(
  call: Call,
  waiter: RunWaiter,
  started: IDataObject,
  { timeoutSeconds, pollIntervalMs, isRestart }: StartOptions & { isRestart: boolean },
): Promise<IDataObject> {
  const { client, options } = call;
  const { apps } = client;
  const id = idOf(call);
  const start = apps.newStart(statesBefore.of(call) ?? { status: 'UNKNOWN' }, isRestart);
  start.setResponse(started);
  const result = await waiter.waitForEnd(id, {
    timeoutMs: timeoutSeconds * 1000,
    pollIntervalMs,
    hasEnded: (app) => start.hasEnded(app as AppState),
  });
  const app = result.run as AppState | undefined;
  const output = { ...started, ...(app && appState(app.history)) };
  if (result.ended && app?.status === 'STARTED') return output;
  const url = typeof output.url === 'string' ? output.url : undefined;
  const known = { ...output, appId: id };
  if (!result.ended || !app) {
    const of = { id, name: app?.name };
    const timeout = apps.startTimedOut(of, url, { ...result, ended: false }, timeoutSeconds);
    throw withFacts(timeout, { known });
  }
  const log = await apps.readFailureLog(app, LOG_LINES, options);
  forgetChange(call);
  throw withFacts(apps.startFailed(app, url, log), { known: { ...known, ...logOutput(log) } });
}

import type { Sandbox } from '../../../sandbox';
import { ActiveTrigger } from '../../support/engine/activeTrigger';
import type { Poll, PollOptions } from '../../support/engine/poll';
import { sandboxForEachTest } from '../../support/testSandbox';

const CONF_FILES_TRIGGER = 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger';
const ALL_EVENTS = ['fileCreated', 'fileUpdated', 'fileDeleted'];

type Parameters = PollOptions['parameters'];

/** The node with every parameter set, as the editor saves it. */
export function triggerNode(
  sandbox: Pick<Sandbox, 'uploadCredentials'>,
  parameters: Parameters = {},
  credential: object = {},
) {
  return {
    type: CONF_FILES_TRIGGER,
    parameters: { path: '/', events: ALL_EVENTS, download: false, ...parameters },
    credentials: {
      dataPlatformUploadTokenApi: { ...sandbox.uploadCredentials, ...credential },
    },
  };
}

export function watch(sandbox: Sandbox, parameters?: Parameters): ActiveTrigger {
  return new ActiveTrigger(triggerNode(sandbox, parameters));
}

export function told({ json }: Poll): string[] {
  return json.map(({ event, path }) => `${String(event)} ${String(path)}`);
}

/** A clock that goes on by a second each time it is looked at: no two files are written at the same time. */
function tickingClock(): () => number {
  let now = Date.parse('2026-03-01T00:00:00Z');
  return () => (now += 1000);
}

export const sandboxInOwnTime = () => sandboxForEachTest({ seed: false, clock: tickingClock() });

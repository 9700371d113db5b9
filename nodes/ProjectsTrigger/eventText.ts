import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../platform/runs/read/run';
import type { RunKind } from '../../platform/runs/kinds';
import type { AppEvent } from '../../platform/watch/apps/detectAppEvents';
import type { DeadlineEvent } from '../../platform/watch/deadlines/rules';
import type { RunEvent } from '../../platform/watch/runs/runEvents';
import { formatCount, formatDuration } from '../../platform/common/text/amounts';
import { excerpt } from '../../platform/common/text/text';
import { loadPlatform } from '../shared/client/loadPlatform';

/** The texts are for a chat or an email. A text ends with `json.url` if this is known. */
export interface EventTexts {
  describeRunEvent(kind: RunKind, event: RunEvent['event'], run: Run, json: IDataObject): string;
  describeDeadlineEvent(event: DeadlineEvent, json: IDataObject): string;
  describeAppEvent(event: AppEvent, json: IDataObject): string;
}

const APP_WORDS: Record<AppEvent['event'], string> = {
  appFailed: 'failed',
  appRecovered: 'has recovered',
  appStarted: 'has started',
  appStopped: 'was stopped',
};

export async function buildEventTexts(timezone: string): Promise<EventTexts> {
  const { describeRun, buildMomentFormat } = await loadPlatform();
  const format = buildMomentFormat(timezone, Date.now());
  const formatTime = (ms: number | undefined) =>
    ms === undefined ? 'an unknown time' : format(ms);
  return {
    describeRunEvent(kind, event, run, json) {
      if (event !== 'runStarted') return addLink(describeRun(kind, run), json);
      // The run may already have ended, but its end is another event.
      const startedRun = {
        ...run,
        status: 'RUNNING',
        statusDetails: undefined,
        statusReason: undefined,
      };
      return addLink(describeRun(kind, startedRun, 'has started'), json);
    },
    describeDeadlineEvent: (event, json) => addLink(formatDeadlineEvent(event, formatTime), json),
    describeAppEvent({ event, record, watchedApp: { app } }, json) {
      const reason = record.reason ? `: ${excerpt(record.reason)}` : '';
      return addLink(`${excerpt(app.name ?? app.id)} ${APP_WORDS[event]}${reason}`, json);
    },
  };
}

function formatDeadlineEvent(
  deadlineEvent: DeadlineEvent,
  formatTime: (ms: number | undefined) => string,
): string {
  const { event, parent, dueAtMs, detectedAtMs, missed, run, usualMs } = deadlineEvent;
  const { failures = 0, sinceMs } = deadlineEvent;
  const name = excerpt(parent.name);
  const runName = run ? ` (run ${run.number ?? run.id})` : '';
  const more = missed > 1 ? ` (${missed} times since the last poll)` : '';
  switch (event) {
    case 'scheduleMissed':
      return `${name} did not start: a run was due on ${formatTime(dueAtMs)}${more}`;
    case 'notSucceededInTime':
      return `${name} has not succeeded by ${formatTime(dueAtMs)}${more}`;
    case 'runTooLong': {
      const usual = usualMs === undefined ? '' : `, usually ${formatDuration(usualMs / 1000)}`;
      const others = missed > 1 ? `, and ${formatCount(missed - 1, 'other run')} as well` : '';
      return `${name} is still running on ${formatTime(detectedAtMs)}${usual}${runName}${others}`;
    }
    case 'recovered':
      return `${name} succeeded again${runName}. It failed or was late ${failures === 1 ? 'once' : `${failures} times`} since ${formatTime(sinceMs)}`;
  }
}

function addLink(sentence: string, { url }: IDataObject): string {
  return typeof url === 'string' ? `${sentence}. ${url}` : `${sentence}.`;
}

import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import type { RunKind } from '../../platform/runs/kinds';
import type { RunEvent } from '../../platform/watch/runs/runEvents';
import { buildLogOutput, buildRunOutput } from '../Projects/runs/read/runOutput';
import { buildVariablesOutput } from '../Projects/runs/read/runVariables';
import { loadPlatform } from '../shared/client/loadPlatform';
import { buildEventTexts } from './eventText';
import type { TriggerSettings } from './triggerSettings';

export interface TimedItem {
  atMs: number;
  json: IDataObject;
}

/** Max number of job runs, or of pipeline runs, whose logs and variables are read in one poll. */
const MAX_DETAILED_RUNS = 200;
const LOG_LEFT_OUT = {
  lastLogLines: [],
  logError: `The log was not read: more than ${MAX_DETAILED_RUNS} runs failed since the last poll`,
};
const VARIABLES_LEFT_OUT = `The variables were not read: more than ${MAX_DETAILED_RUNS} runs had events since the last poll`;

/**
 * Builds an item per event. It has the name of the event, then the run as "Get" returns it, but with "runId" instead of "id". If
 * chosen, it also has the variables, and for a failed run the end of the log.
 */
export async function buildRunEventItems(
  client: PlatformClient,
  kind: RunKind,
  { logLines, includeVariables, timezone }: TriggerSettings,
  events: readonly RunEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  const { readWholeRuns } = await loadPlatform();
  const texts = await buildEventTexts(timezone);
  const wholeRuns = await readWholeRuns(client.endpoint, kind, events, { signal });
  const runs = kind.noun === 'job' ? client.jobRuns : client.pipelineRuns;
  const wantsLog = (index: number) => logLines > 0 && events[index]?.event === 'runFailed';
  const failed = wholeRuns.filter((_run, index) => wantsLog(index)).slice(0, MAX_DETAILED_RUNS);
  const ids = includeVariables
    ? [...new Set(wholeRuns.map(({ id }) => id))].slice(0, MAX_DETAILED_RUNS)
    : [];
  const [logs, variables] = await Promise.all([
    Promise.all(
      failed.map(async (run) => [run.id, await runs.readFailureLog(run, logLines)] as const),
    ),
    Promise.all(ids.map(async (id) => [id, await runs.readVariables(id)] as const)),
  ]);
  const [logById, variablesById] = [new Map(logs), new Map(variables)];
  // The log is undefined if a pipeline run failed without a failed job run.
  const findLog = (id: string) =>
    logById.has(id) ? buildLogOutput(logById.get(id)) : LOG_LEFT_OUT;
  return events.flatMap(({ event, atMs }, index): TimedItem[] => {
    const run = wholeRuns[index];
    if (!run) return [];
    const { id: runId, ...others } = buildRunOutput(client, kind, run);
    const json = {
      event,
      text: texts.describeRunEvent(kind, event, run, others),
      runId,
      ...others,
      ...(includeVariables && buildVariablesOutput(variablesById.get(run.id), VARIABLES_LEFT_OUT)),
      ...(wantsLog(index) && findLog(run.id)),
    };
    return [{ atMs, json }];
  });
}

import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation';
import { readRunId, runFields } from '../../runs/runId';
import { JOB } from '../../runs/runnable';
import { logFields } from '../../logFields';
import { logItems, readWantedLines } from '../../logItems';
import { LOG_STREAMS } from '../../logStreams';

export const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of job run',
  description: 'Read what a run of a job wrote, its last lines by default',
  fields: [
    ...runFields(JOB),
    {
      displayName: 'Streams',
      name: 'streams',
      type: 'multiOptions',
      default: [],
      description: 'Which streams to read. None chosen: all of them.',
      options: LOG_STREAMS,
    },
    ...logFields,
  ],

  async run(call) {
    const { client, parameters, options } = call;
    const runId = readRunId(call);
    const wanted = readWantedLines(call);
    const query = { streams: parameters.choices('streams'), ...wanted };
    const log = await client.jobRuns.readLog(runId, query, options);
    return logItems(call, log, wanted, { runId });
  },
};

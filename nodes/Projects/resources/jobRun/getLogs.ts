import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { readRunId, runFields } from '../../runs/read/runId';
import { JOB } from '../../runs/runnable';
import { logFields } from '../../logFields';
import { logItems, readWantedLines } from '../../logItems';
import { LOG_STREAMS } from '../../logStreams';

export const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of job run',
  description: "Get the log lines of a job's run, by default the last ones",
  fields: [
    ...runFields(JOB),
    {
      displayName: 'Streams',
      name: 'streams',
      type: 'multiOptions',
      default: [],
      description: 'Which streams to get. If none is chosen, all streams are returned.',
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

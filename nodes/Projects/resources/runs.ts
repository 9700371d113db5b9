import type { PlatformClient } from '../../../platform/client';
import type { Operation, Resource } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { LOG_TEXT } from '../outputs';
import { LOG_STREAMS, logFields, buildLogItems, readWantedLines } from '../logs';
import {
  buildDeleteMany,
  buildDiagnose,
  buildGetAll,
  buildGet,
  buildStop,
} from '../runs/runOperations';
import { readRunId, buildRunFields } from '../runs/read/runId';
import { JOB, PIPELINE } from '../runs/runnable';
import { buildWait } from '../runs/runAndWait';

const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of job run',
  description: "Get the log lines of a job's run, by default the last ones",
  output: { ...defineFields('index:integer value stream'), ...LOG_TEXT, runId: 'string' },
  fields: [
    ...buildRunFields(JOB),
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
    const wantedLines = readWantedLines(call);
    const query = { streams: parameters.choices('streams'), ...wantedLines };
    const log = await client.jobRuns.readLog(runId, query, options);
    return buildLogItems(call, log, wantedLines, { runId });
  },
};

export const jobRun: Resource<PlatformClient> = {
  value: 'jobRun',
  name: 'Job Run',
  operations: [
    buildGetAll(JOB),
    buildGet(JOB),
    getLogs,
    buildDiagnose(JOB),
    buildStop(JOB),
    buildWait(JOB),
    buildDeleteMany(JOB),
  ],
};

export const pipelineRun: Resource<PlatformClient> = {
  value: 'pipelineRun',
  name: 'Pipeline Run',
  operations: [
    buildGetAll(PIPELINE),
    buildGet(PIPELINE),
    buildDiagnose(PIPELINE),
    buildStop(PIPELINE),
    buildWait(PIPELINE),
    buildDeleteMany(PIPELINE),
  ],
};

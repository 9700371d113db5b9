import type { INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation';
import { showHints } from '../../../shared/hints';
import { pagingFields, readLimit } from '../../../shared/paging';
import { readRunId, runFields } from '../../runs/runId';
import { JOB } from '../../runs/runnable';
import { readParameter } from '../../../shared/parameters/readParameter';
import { LOG_STREAMS, MOST_LINES } from '../../logStreams';

export const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of job run',
  description: 'Read what a run of a job wrote, one item a line, oldest first',
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
    ...pagingFields,
  ],

  async run(call) {
    const { client, execution, itemIndex, options } = call;
    const runId = readRunId(call);
    const streams = readParameter(execution, 'streams', itemIndex, []) as string[];
    const limit = Math.min(readLimit(execution, itemIndex), MOST_LINES);
    const lines: INodeExecutionData[] = [];
    const log = client.jobRuns.readLog(runId, { streams, limit }, options);
    for await (const page of log) {
      lines.push(...page.map((line) => ({ json: { ...line, runId } })));
    }
    if (lines.length === MOST_LINES) {
      const message = `The log of the run ${runId} was read up to its first ${MOST_LINES} lines`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return lines;
  },
};

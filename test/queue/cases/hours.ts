import assert from 'node:assert/strict';
import { until } from '../../support/checks';
import { WORKERS, type Setting } from '../setting';
import type { Case } from './case';

/** The ready-made workflow for runs that last for hours. */
export const hoursCases: Case[] = [
  {
    name: 'a run for hours outlives workers, and its retry goes on with the same run',
    isShort: true,
    async run(setting) {
      const { sandbox } = setting;
      const [job = ''] = setting.addJobs(1, { durationSeconds: 60 });
      const since = await setting.lastExecutionId();
      await setting.callFor('runForHours', [job]);
      await until('the execution is put aside', async () => {
        const [state] = await setting.executions('runForHours', since);
        return state?.status === 'waiting';
      });
      // Nothing that holds it is lost with the workers.
      await replaceWorkers(setting);
      // The look at the run gets no answer, and the workers die in the middle of it.
      const look = { kind: 'hang', operation: 'jobInstance' } as const;
      sandbox.accidents.add(look);
      await until('the run is looked at', () => sandbox.accidents.pending().length === 0);
      await replaceWorkers(setting);
      const [lost] = await setting.ended('runForHours', since, 1);
      assert.notEqual(lost?.status, 'success');
      await setting.api.request('POST', `/executions/${lost?.id}/retry`, { loadWorkflow: false });
      const [retried] = await setting.ended('runForHours', Number(lost?.id), 1);
      assert.equal(retried?.status, 'success');
      assert.equal(sandbox.store.countRunsOfJob(job), 1);
      const execution = await setting.api.getExecution(String(retried?.id));
      assert.ok('Continue' in execution.runs, Object.keys(execution.runs).join(', '));
      return `${lost?.status}, then ${retried?.status}; one run`;
    },
  },
];

/** All workers die; another one comes. */
async function replaceWorkers({ n8n }: Setting): Promise<void> {
  await Promise.all(WORKERS.map((worker) => n8n.process(worker).kill()));
  await n8n.startWorker(WORKERS[0] ?? '');
}

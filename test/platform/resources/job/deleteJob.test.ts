import { Platform } from '../../../../platform/connection/platform';
import { Jobs } from '../../../../platform/resources/job/job';
import type { SandboxOptions } from '../../../../sandbox';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

/** The oldest platforms have another name for the ID. */
const OLD = {
  schemaChanges: {
    without: ['Mutation.deleteJob'],
    instead: 'type Mutation { deleteJob(id: UUID!): Boolean }',
  },
};

test.each<[what: string, options: SandboxOptions, isLost: boolean, sent: object]>([
  ['documented: with one request', {}, false, { authenticate: 1, deleteJob: 1 }],
  ['old: by the oldest name of the ID', OLD, false, { deleteJob: 2 }],
  ['old: also if a response is lost', OLD, true, { deleteJob: 3 }],
])('a job is deleted on a platform that is %s', async (_what, options, isLost, sent) => {
  await sandbox.restart(options);
  const { id } = sandbox.store.addJob({ name: 'Job' });
  // The document is turned down once before anything is carried out.
  if (isLost) sandbox.faults.add({ kind: 'resetAfter', operation: 'deleteJob', skip: 1 });
  const { projects } = Platform.connect(sandbox.credentials);
  const deleteIt = async () => await (await new Jobs(projects).prepareDelete(id))();
  await deleteIt();
  expect(sandbox.store.job(id)).toBeUndefined();
  expect(sandbox.stats.byOperation).toMatchObject(sent);
  expect(sandbox.faults.pending()).toEqual([]);
  // Now it is not there.
  await expect(deleteIt()).rejects.toMatchObject({ name: 'GraphqlResponseError' });
});

test('a refusal without a reason means that the job is already deleted, but only after a lost response', async () => {
  const { id } = sandbox.store.addJob({ name: 'Job' });
  const { projects } = Platform.connect(sandbox.credentials);
  const deleteIt = async () => await (await new Jobs(projects).prepareDelete(id))();
  const data = { deleteJob: false };
  const refusal = { kind: 'errors', operation: 'deleteJob', errors: undefined, data } as const;
  sandbox.faults.add({ kind: 'resetAfter', operation: 'deleteJob' });
  sandbox.faults.add(refusal);
  expect(await deleteIt()).toEqual({ deleted: true, id });
  sandbox.faults.add(refusal);
  await expect(deleteIt()).rejects.toThrow(`The platform did not delete the job ${id}`);
});

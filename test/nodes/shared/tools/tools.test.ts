import { JOB_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { addNode, loadPackage } from '../../../../harness/engine/nodeTypes';
import { runNode } from '../../../../harness/engine/runWorkflow';

const NODE = 'n8n-nodes-data-platform.dataPlatformProjects';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  const { nodeTypes } = await loadPackage();
  // n8n makes a second type of each node that an agent can use; the agent has n8n run that one.
  addNode(`${NODE}Tool`, nodeTypes.getByName(NODE) as never);
});
afterAll(() => sandbox.close());

const run = async (type: string, parameters: object, settings = {}, password?: string) =>
  await runNode(
    { type, parameters: parameters as never, settings },
    { dataPlatformApi: { ...sandbox.credentials, ...(password && { password }) } },
  );

function failingJob() {
  return sandbox.store.addJob({
    name: 'Import weather',
    script: {
      queueSeconds: 0,
      durationSeconds: 1,
      outcome: 'FAILED',
      outcomeDetails: 'container exited with code 6',
      logLines: [{ stream: 'STDERR', value: 'no such station' }],
    },
  }).id;
}

test('an agent reads a failure with its IDs and the end of the log, in one text', async () => {
  const jobId = failingJob();
  const parameters = { resource: 'job', operation: 'runAndWait', jobId: byId(jobId) };
  const { error } = await run(`${NODE}Tool`, { ...parameters, options: { pollInterval: 1 } });
  const [runId] = sandbox.store.runsOfJob(jobId).map(({ id }) => id);
  expect(error?.message).toMatch(
    /^Import weather failed after 1 s: container exited with code 6 \(run 1\)\n/,
  );
  expect(error?.message).toContain(jobId);
  expect(error?.message).toContain(String(runId));
  expect(error?.message).toMatch(/The last lines of the log:\nno such station$/);
});

test('people read it in two parts', async () => {
  const jobId = failingJob();
  const parameters = { resource: 'job', operation: 'runAndWait', jobId: byId(jobId) };
  const { error } = await run(NODE, { ...parameters, options: { pollInterval: 1 } });
  expect(error?.message).toBe(
    'Import weather failed after 1 s: container exited with code 6 (run 1)',
  );
});

test('an agent reads what to do about a login, too, and never the password', async () => {
  const wrong = 'not-the-password';
  const { error } = await run(
    `${NODE}Tool`,
    { resource: 'project', operation: 'getAll' },
    {},
    wrong,
  );
  expect(error?.message).toMatch(/^The platform rejected the login "demo".*\n.*credential/s);
  expect(error?.message).not.toContain(wrong);
});

test('where the tool continues on fail, its item reports all', async () => {
  const parameters = { resource: 'job', operation: 'run', jobId: byId('Extract') };
  const { json } = await run(`${NODE}Tool`, parameters, { onError: 'continueRegularOutput' });
  expect(json[0]?.error ?? json[0]?.message).toMatch(
    /^There is no job with the name or ID "Extract"\nUse .*\n"Extract daily sales" in /,
  );
});

test('an agent is spared fields that hold nothing', async () => {
  const started = sandbox.store.startRun(JOB_IDS.tripIngestion, {
    script: { queueSeconds: 0, durationSeconds: 600 },
  });
  const parameters = { resource: 'jobRun', operation: 'get', runId: started?.id };
  const [forPeople] = (await run(NODE, parameters)).json;
  const [forAgent] = (await run(`${NODE}Tool`, parameters)).json;
  expect(forPeople).toMatchObject({ endTime: null, durationSeconds: null });
  expect(forAgent).not.toHaveProperty('endTime');
  expect(JSON.stringify(forAgent)).not.toContain('null');
  expect(forAgent).toMatchObject({ id: started?.id, status: 'RUNNING' });
});

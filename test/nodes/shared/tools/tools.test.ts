import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isTool, toolFailure } from '../../../../nodes/shared/tools/toolOutput';
import { nodeAsTool } from '../../../support/engine/callTool';
import { PROJECTS_NODE } from '../../../support/engine/runWorkflow';
import { someNode } from '../../../support/someNode';
import { sandboxForAllTests } from '../../../support/testSandbox';
import { byId, perform } from '../../Projects/support';

const sandbox = sandboxForAllTests({ seedRuns: false });
const TOOL = { type: `${PROJECTS_NODE}Tool` };

test('an agent reads a failure with its IDs and the end of the log in one text, people in two', async () => {
  const script = {
    ...{ queueSeconds: 0, durationSeconds: 1, outcome: 'FAILED' as const },
    outcomeDetails: 'container exited with code 6',
    logLines: [{ stream: 'STDERR' as const, value: 'no such station' }],
  };
  const { id: jobId } = sandbox.store.addJob({ name: 'Import weather', script });
  const parameters = { jobId: byId(jobId), options: { pollInterval: 1 } };
  const message = 'Import weather failed after 1 s: container exited with code 6 (run 1)';
  const { error } = await perform(sandbox, 'job.runAndWait', parameters, { settings: TOOL });
  expect(error?.message.split('\n')[0]).toBe(`${message}.`);
  expect(error?.message).toContain(jobId);
  expect(error?.message).toContain(String(sandbox.store.runsOfJob(jobId)[0]?.id));
  expect(error?.message).toMatch(/The last lines of the log:\nno such station$/);
  const people = await perform(sandbox, 'job.runAndWait', parameters);
  expect(people.error?.message).toBe(message.replace('run 1', 'run 2'));
});

test('an agent reads what to do about a login, too, and never the password', async () => {
  const credentials = { ...sandbox.credentials, password: 'not-the-password' };
  const { error } = await perform({ credentials }, 'project.getAll', {}, { settings: TOOL });
  expect(error?.message).toMatch(/^The platform rejected the login "demo".*\n.*credential/s);
  expect(error?.message).not.toContain('not-the-password');
});

test('if the tool continues on fail, its item has the whole text', async () => {
  const settings = { ...TOOL, onError: 'continueRegularOutput' as const };
  const { json } = await perform(sandbox, 'job.run', { jobId: byId('Extract') }, { settings });
  expect(json[0]?.error ?? json[0]?.message).toMatch(
    /^There is no job with the name or ID "Extract"\.\nUse .*\n"Extract daily sales" in /,
  );
});

test.each([
  ['There is no job', 'Look.', 'There is no job.\nLook.'],
  ['There is no job', '', 'There is no job'],
  ['There is no job. Look.', 'Look.', 'There is no job. Look.'],
])('%j and %j are one text: %j', (message, description, text) => {
  const failure = new NodeOperationError(someNode(), 'no', { description });
  failure.message = message;
  expect(toolFailure(failure).message).toBe(text);
  expect(toolFailure(failure).message).toBe(text);
});

test('n8n leaves an agent the code of a connection error and what to do', async () => {
  const dataPlatformApi = { ...sandbox.credentials, baseUrl: 'http://127.0.0.1:1' };
  const parameters = { resource: 'project', operation: 'getAll' };
  const tool = await nodeAsTool({ parameters }, { dataPlatformApi });
  await expect(tool({})).rejects.toThrow(
    /^Nothing responds at 127\.0\.0\.1:1\.\nCheck the host .*\(ECONNREFUSED: connect ECONNREFUSED /,
  );
});

test.each([
  [() => true, 'dataPlatformProjects', true],
  [() => false, 'dataPlatformProjects', false],
  [undefined, 'dataPlatformProjects', false],
  [() => false, 'dataPlatformProjectsTool', true],
  [undefined, 'dataPlatformProjectsTool', true],
])('of %p and the type %s, it is a tool: %s', (isToolExecution, type, expected) => {
  const execution = { isToolExecution, getNode: () => someNode({ type }) };
  expect(isTool(execution as unknown as IExecuteFunctions)).toBe(expected);
});

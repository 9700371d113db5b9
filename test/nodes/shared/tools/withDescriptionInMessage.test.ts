import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isTool, withDescriptionInMessage } from '../../../../nodes/shared/tools/toolOutput';
import { someNode } from '../../../support/someNode';

const node = someNode();

test.each([
  ['There is no job', 'Look.', 'There is no job\nLook.'],
  ['There is no job', undefined, 'There is no job'],
  ['There is no job', '', 'There is no job'],
  ['There is no job. Look.', 'Look.', 'There is no job. Look.'],
])('%j and %j are shown as %j', (message, description, text) => {
  const failure = new NodeOperationError(node, message, { description });
  expect(withDescriptionInMessage(failure).message).toBe(text);
  // Told once more, it is the same.
  expect(withDescriptionInMessage(failure).message).toBe(text);
});

test('a code in whose place n8n would put words of its own stays readable', () => {
  const failure = new NodeOperationError(node, 'no', { description: 'EACCES and enoent' });
  failure.message = 'connect ECONNREFUSED';
  const { message, description } = withDescriptionInMessage(failure);
  expect(message).toBe('connect E\u2060CONNREFUSED\nE\u2060ACCES and e\u2060noent');
  expect(description).toBe('E\u2060ACCES and e\u2060noent');
});

test.each([
  [() => true, 'dataPlatformProjects', true],
  [() => false, 'dataPlatformProjects', false],
  [undefined, 'dataPlatformProjects', false],
  [() => false, 'dataPlatformProjectsTool', true],
  [undefined, 'dataPlatformProjectsTool', true],
])('of %p and the type %s, it is a tool: %s', (isToolExecution, type, expected) => {
  const execution = { isToolExecution, getNode: () => ({ ...node, type }) };
  expect(isTool(execution as unknown as IExecuteFunctions)).toBe(expected);
});

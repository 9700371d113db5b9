import { UnexpectedResponseError } from '../../../../platform/common/errors/errors';
import { requireRequestedFields } from '../../../../platform/graphql/send/request';

const HERE = new URL('https://platform.example.com/graphql');
const answerTo = (query: string, data: Record<string, unknown>) => () =>
  requireRequestedFields({ query }, HERE, data);

test.each([
  ['mutation { deleteJob(jobId: "x") }', { deleteJob: null }],
  ['mutation M($id: UUID!) { run: runJob(jobId: $id) { id } }', { run: { id: '1' } }],
  ['mutation{a:runApp(id:"1"){id},b:stopApp(id:"2"){id}}', { a: null, b: {} }],
  [
    'mutation($no:Boolean!){...A ...@skip(if:$no){stopApp(id:"2"){id}}} fragment A on Mutation{a:runApp(id:"1"){id}}',
    { a: {}, stopApp: {} },
  ],
])('%s gets a response in the form that it asks for', (query, data) => {
  expect(answerTo(query, data)).not.toThrow();
});

test('a field below the one that was asked for is no response either', () => {
  const query = 'mutation { a: runJob(jobId: "1") { id position { x } } }';
  for (const data of [{ x: 'xxx' }, { id: '1' }, { runJob: {} }, { jobId: '1' }]) {
    expect(answerTo(query, data)).toThrow(UnexpectedResponseError);
  }
});

test.each([
  [{}],
  [{ x: 'xxx' }],
  [{ delete: true }],
  [{ Job: true }],
  [{ '': true }],
  [{ deleteJob: true, projects: [] }],
])('%j is no response to it', (data) => {
  expect(answerTo('mutation { deleteJob(jobId: "1") }', data)).toThrow(UnexpectedResponseError);
});

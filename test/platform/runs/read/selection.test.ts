import { buildSchema, print } from 'graphql';
import { selectPastRun, selectRun } from '../../../../platform/runs/read/selection';

const OLD = '@deprecated(reason: "Use the history")';
const TYPES = `
  type Status { status: String details: String recordAt: String }
  type History { currentStatus: Status }
  type OldHistory { currentStatus: Status ${OLD} }
`;

/** Returns the names of the selected fields of a run, as written for a platform with this type of run. */
function select(type: string, of = selectPastRun): string {
  const schema = buildSchema(`${TYPES} ${type} type Query { run: Run }`);
  const run = schema.getQueryType()?.getFields().run;
  return (run && of(schema, run.type))?.map(print).join(' ').replace(/\s+/g, ' ') ?? 'nothing';
}

test.each([
  ['status', 'type Run { id: ID status: String }', 'id status'],
  ['status, and the history', 'type Run { status: String history: History }', 'status history { currentStatus { status recordAt } }'],
  ['the history in place of status', `type Run { status: String ${OLD} history: History }`, 'history { currentStatus { status recordAt } }'],
  ['an old status that nothing replaces', `type Run { id: ID status: String ${OLD} }`, 'id status'],
  ['an old status, and a history without one', `type Run { id: ID status: String ${OLD} history: OldHistory }`, 'id status'],
  ['no status', 'type Run { id: ID number: Int }', 'id number'],
  ['no object', 'scalar Run', 'nothing'],
])('a run has %s', (_what, type, selected) => {
  expect(select(type)).toBe(selected);
}); // prettier-ignore

test('a whole run has the details of its status and its parts', () => {
  const type = 'type Run { id: ID statusDetails: Status jobsInstance: [Job] } type Job { jobId: ID status: String }';
  const parts = 'jobsInstance { jobId status }';
  expect(select(type, selectRun)).toBe(`id statusDetails { status details } ${parts}`);
  expect(select(type)).toBe('id statusDetails { status }');
}); // prettier-ignore

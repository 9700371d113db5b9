import { buildSchema } from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { parseGraphql } from '../../../../platform/graphql/document/parseText';
import { listRootFields, type RootField } from '../../../../platform/graphql/schema/rootFields';
import { parseUserJson } from '../../../../platform/common/input/userJson';
import { readPrintedObjects } from '../../../../platform/cluster/objects';
import { validateFiles } from '../../../../platform/projectFiles/validate';
import { readPorts, readVolumes } from '../../../../platform/resources/app/portsAndVolumes';
import { isAsWanted } from '../../../../platform/resources/comparing';
import { readVariablesToSet } from '../../../../platform/resources/environmentVariable/readVariablesToSet';
import {
  buildSequenceGraph,
  readPipelineGraph,
} from '../../../../platform/resources/pipeline/readGraph';
import { wrapBytes } from '../../../../platform/common/content/fileContent';

const ID = '6f1dcb0a-0000-4000-8000-000000000001';
const JOBS = [{ id: ID, alias: 'load' }] as Parameters<typeof buildSequenceGraph>[1];
const SCHEMA = buildSchema(
  'scalar JSON input Alerting { emails: [String] } type Query { job(alerting: Alerting, ids: [ID], more: JSON): Int }',
);
const [ROOT] = listRootFields(SCHEMA) as [RootField];
const isWanted = (current: object) => (text: string) => isAsWanted('alerting', text, current);
const problemsOf = async (text: string) =>
  await validateFiles([
    { path: 'project.json', content: wrapBytes(Buffer.from(text), 'application/json') },
  ]);
/** Without the IDs that nodes of a graph get. */
const graph = (read: () => ReturnType<typeof buildSequenceGraph>) =>
  read().jobNodes.map(({ jobId }) => jobId);

/** Each reader of text that a user pastes or that a file has. Windows programs put a byte order mark in front. */
test.each<[string, (text: string) => unknown, string]>([
  ['a field of type JSON', (text) => parseUserJson(text, 'Variables'), '{ "a": 1 }'],
  ['an object as an argument', (alerting) => readArguments(ROOT, { alerting }), '{ "emails": [] }'],
  ['a list as an argument', (ids) => readArguments(ROOT, { ids }), '["a"]'],
  ['JSON as an argument', (more) => readArguments(ROOT, { more }), '{ "a": 1 }'],
  ['a query', (text) => parseGraphql(text, 'query').definitions.length, '{ job }'],
  ['ports', readPorts, '[80]'],
  ['volumes', (text) => readVolumes(text, []), `[{ "path": "/d", "volume": "${ID}" }]`],
  ['a graph', (text) => graph(() => readPipelineGraph(text, JOBS)), '{ "jobNodes": [{ "id": "1", "job": "load" }] }'],
  ['jobs as JSON', (text) => graph(() => buildSequenceGraph(text, JOBS)), '["load"]'],
  ['jobs in a row', (text) => graph(() => buildSequenceGraph(text, JOBS)), 'load'],
  ['variables as JSON', (text) => readVariablesToSet('json', text), '{ "A": "1" }'],
  ['variables as lines', (text) => readVariablesToSet('env', text), 'A=1'],
  ['nodes that kubectl printed', readPrintedObjects, '{ "kind": "Node", "metadata": { "name": "n" } }'],
  ['a setting that is as wanted', isWanted({ emails: ['a'] }), '{ "emails": ["a"] }'],
  ['a file of a project', problemsOf, '{ "format": 1 }'],
])('%s is read in the same way with a byte order mark', async (_what, read, text) => {
  expect(await read(`\ufeff${text}`)).toEqual(await read(text));
}); // prettier-ignore

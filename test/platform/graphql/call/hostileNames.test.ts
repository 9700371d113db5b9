import { buildSchema, parse, validate } from 'graphql';
import { readArguments, extractUploads } from '../../../../platform/graphql/call/arguments';
import { writeCallDocument } from '../../../../platform/graphql/call/callDocument';
import { buildInputObject } from '../../../../platform/graphql/call/inputObject';
import { parseRootField } from '../../../../platform/graphql/schema/rootFields';
import { writtenFields } from '../../../../platform/graphql/selection/supported';
import { readUserQuery } from '../../../../platform/graphql/call/userQuery';
import { findOutcome } from '../../../../platform/runs/read/outcome';
import { toClientSchema } from '../../../support/toClientSchema';
import { HOSTILE_NAMES, listInheritedNames } from '../../../support/hostileNames';

const all = (type: string) => HOSTILE_NAMES.map((name) => `${name}: ${type}`).join(' ');
const server = buildSchema(
  `
  scalar Upload
  input Inner { ${all('String')} file: Upload }
  type Thing { id: ID ${all('Inside')} }
  type Inside { ${all('String')} }
  type Query { thing(${all('String')}): Thing take(inner: Inner): Int ${all('Int')} }`,
  { assumeValid: true },
);
const schema = toClientSchema(server);
const thing = parseRootField(schema, 'query.thing');

let before: string[];
beforeEach(() => (before = listInheritedNames()));
afterEach(() => expect(listInheritedNames()).toEqual(before));

test.each([
  'id __proto__ { polluted }',
  'id constructor { prototype { polluted } }',
  '__proto__ { __proto__ { polluted } } id',
])('chosen fields that lead to what all objects share change nothing: %s', (text) => {
  expect(() => writeCallDocument(schema, thing, [], { mode: 'custom', text })).toThrow(
    'does not match the platform’s schema',
  );
});

describe.each(HOSTILE_NAMES)('what is named %s', (name) => {
  const given = JSON.parse(`{"${name}": "value"}`) as Record<string, unknown>;

  test('is a field or root field that is asked for, only where it is', () => {
    const fields = writtenFields(`${name} { ${name} } id`);
    const text = writeCallDocument(schema, thing, [], { mode: 'supported', text: fields });
    expect(text).toContain(`thing {${name}{${name}}id}`);
    expect(validate(server, parse(text))).toEqual([]);
    expect(parseRootField(schema, `query.${name}`).name).toBe(name);
    const plain = toClientSchema(buildSchema('type Query { ok: Int }'));
    expect(() => parseRootField(plain, `query.${name}`)).toThrow(`has no query "${name}"`);
  });

  test('is an argument, a variable or a member of an input object where it is given', () => {
    expect(Object.entries(readArguments(thing, given))).toEqual([[name, 'value']]);
    expect(Object.keys(readArguments(thing, {}))).toEqual([]);
    const query = `query Q($${name}: String!) { x }`;
    expect(() => readUserQuery(query, {})).toThrow(`needs a value for $${name}`);
    expect(readUserQuery(query, given).kind).toBe('query');
    const take = parseRootField(schema, 'query.take');
    const read = readArguments(take, { inner: `{"${name}": "value", "file": "data"}` });
    const { variables, uploads } = extractUploads(read);
    expect(JSON.stringify(variables)).toBe(`{"inner":{"${name}":"value","file":null}}`);
    expect(uploads).toEqual([{ path: 'variables.inner.file', name: 'data' }]);
    expect(JSON.stringify(readArguments(take, { inner: {} }))).toBe('{"inner":{}}');
    const type = schema.getType('Inner') as Parameters<typeof buildInputObject>[0];
    expect(JSON.stringify(buildInputObject(type, { values: given }))).toBe(`{"${name}":"value"}`);
    expect(findOutcome({ status: name })).toBeUndefined();
  });
});

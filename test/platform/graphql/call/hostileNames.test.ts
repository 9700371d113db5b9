import { buildSchema, parse, validate } from 'graphql';
import { readArguments, extractUploads } from '../../../../platform/graphql/call/arguments';
import { callDocument } from '../../../../platform/graphql/call/callDocument';
import { inputObject } from '../../../../platform/graphql/call/inputObject';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { readUserQuery } from '../../../../platform/graphql/userQuery/userQuery';
import { outcomeOf } from '../../../../platform/runs/read/outcome';
import { clientSchema } from '../../../support/clientSchema';
import { HOSTILE_NAMES, inheritedNames } from '../../../support/hostileNames';

const server = buildSchema(
  `
  scalar Upload
  input Inner { ${HOSTILE_NAMES.map((name) => `${name}: String`).join(' ')} file: Upload }
  type Thing { id: ID ${HOSTILE_NAMES.map((name) => `${name}: Inside`).join(' ')} }
  type Inside { ${HOSTILE_NAMES.map((name) => `${name}: String`).join(' ')} }
  type Query {
    thing(${HOSTILE_NAMES.map((name) => `${name}: String`).join(', ')}): Thing
    take(inner: Inner): Int
    ${HOSTILE_NAMES.map((name) => `${name}: Int`).join('\n')}
  }`,
  { assumeValid: true },
);
const schema = clientSchema(server);
const thing = findRootField(schema, 'query.thing');

let before: string[];
beforeEach(() => (before = inheritedNames()));
afterEach(() => expect(inheritedNames()).toEqual(before));

test.each([
  [['id', '__proto__.polluted']],
  [['id', 'constructor.prototype.polluted']],
  [['__proto__.__proto__.polluted', 'id']],
])('chosen fields that lead to what all objects share change nothing: %j', (fields) => {
  expect(() => callDocument(schema, thing, [], { mode: 'fields', fields })).toThrow(
    'does not match the platform’s schema',
  );
});

test.each(HOSTILE_NAMES)('a field named %s is asked for', (name) => {
  const fields = [`${name}.${name}`, 'id'];
  const text = callDocument(schema, thing, [], { mode: 'fields', fields });
  expect(text.replace(/\s+/g, ' ')).toContain(`thing { ${name} { ${name} } id }`);
  expect(validate(server, parse(text))).toEqual([]);
});

test.each(HOSTILE_NAMES)('an argument named %s is sent, and none where none is given', (name) => {
  const given = JSON.parse(`{"${name}": "value"}`) as Record<string, unknown>;
  expect(Object.entries(readArguments(thing, given))).toEqual([[name, 'value']]);
  expect(Object.keys(readArguments(thing, {}))).toEqual([]);
});

test.each(HOSTILE_NAMES)('a member named %s of an input object is sent', (name) => {
  const take = findRootField(schema, 'query.take');
  const read = readArguments(take, { inner: `{"${name}": "value", "file": "data"}` });
  const { variables, uploads } = extractUploads(read);
  expect(JSON.stringify(variables)).toBe(`{"inner":{"${name}":"value","file":null}}`);
  expect(uploads).toEqual([{ path: 'variables.inner.file', name: 'data' }]);
  expect(JSON.stringify(readArguments(take, { inner: {} }))).toBe('{"inner":{}}');
});

test.each(HOSTILE_NAMES)(
  'settings named %s stand in the input where the platform has them',
  (name) => {
    const type = schema.getType('Inner') as Parameters<typeof inputObject>[0];
    const values = JSON.parse(`{"${name}": "value"}`) as Record<string, unknown>;
    expect(JSON.stringify(inputObject(type, { values }))).toBe(`{"${name}":"value"}`);
  },
);

test.each(HOSTILE_NAMES)('a root field named %s is found only where it is', (name) => {
  expect(findRootField(schema, `query.${name}`).name).toBe(name);
  const plain = clientSchema(buildSchema('type Query { ok: Int }'));
  expect(() => findRootField(plain, `query.${name}`)).toThrow(`has no query "${name}"`);
});

test.each(HOSTILE_NAMES)('a variable named %s counts as given only where it is', (name) => {
  const query = `query Q($${name}: Int!) { x }`;
  expect(() => readUserQuery(query, {})).toThrow(`needs a value for $${name}`);
  const given = JSON.parse(`{"${name}": 1}`) as Record<string, unknown>;
  expect(readUserQuery(query, given).kind).toBe('query');
});

test.each(HOSTILE_NAMES)('a status named %s is none that is known', (name) => {
  expect(outcomeOf(name)).toBeUndefined();
});

import {
  buildClientSchema,
  buildSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  parse,
  type GraphQLArgument,
  type GraphQLSchema,
} from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import {
  writeCallDocument,
  type SelectionChoice,
} from '../../../../platform/graphql/call/callDocument';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { listRootFields, type RootField } from '../../../../platform/graphql/schema/rootFields';
import { getLiveSchema } from '../../../../platform/graphql/schema/schemaStore';
import { restoreNames } from '../../../../platform/graphql/selection/members';
import { selectPresent, writtenFields } from '../../../../platform/graphql/selection/supported';
import { Platform } from '../../../../platform/connection/platform';
import { startSandbox } from '../../../../sandbox';
import { toClientSchema } from '../../../support/toClientSchema';
import { listInheritedNames } from '../../../support/hostileNames';
import { untilTestEnds } from '../../../support/untilTestEnds';
import { executeOn, inputValueOf, JSON_TEXT } from './answering';
import { shapes } from './shapes';

describe('every root field gets a document that the server executes', () => {
  test.each(Object.entries(shapes))('of a schema with %s', (_name, sdl) => {
    const before = listInheritedNames();
    expect(failuresOf(buildSchema(sdl))).toEqual([]);
    expect(listInheritedNames()).toEqual(before);
  });

  test('of a recent platform', async () => {
    const { credentials } = await untilTestEnds(startSandbox({ seedRuns: false }));
    const platform = Platform.connect(credentials);
    for (const endpoint of [platform.projects, await platform.catalog()]) {
      const { introspection } = await getLiveSchema(endpoint);
      expect(failuresOf(buildClientSchema(introspection, { assumeValid: true }))).toEqual([]);
    }
  });
});

/** Calls every root field of a schema in every way; gives the documents that were not valid, failed or gave other names. */
function failuresOf(server: GraphQLSchema): string[] {
  const client = toClientSchema(server);
  return listRootFields(client).flatMap((root) => {
    const valued = argumentsOf(server, root).map(({ name, type }) => [name, inputValueOf(type)]);
    const given = Object.fromEntries(valued) as Record<string, unknown>;
    describeArguments(root);
    const values = readArguments(root, given);
    const isText = JSON.stringify(values).includes(JSON.stringify(JSON_TEXT));
    const documents = waysOf(client, root).map((way) =>
      writeCallDocument(client, root, Object.keys(values), way),
    );
    return [
      ...(isText ? [`${root.name}: JSON that was typed in is sent as text`] : []),
      ...documents.flatMap((document) => failuresOfDocument(server, root, document, values)),
    ];
  });
}

function argumentsOf(server: GraphQLSchema, { kind, name }: RootField): readonly GraphQLArgument[] {
  const type = kind === 'query' ? server.getQueryType() : server.getMutationType();
  return type?.getFields()[name]?.args ?? [];
}

function waysOf(schema: GraphQLSchema, { field }: RootField): SelectionChoice[] {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [{ mode: 'auto' }];
  const types = isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
  const names = types.flatMap((one) => ('getFields' in one ? Object.keys(one.getFields()) : []));
  const wanted = [...new Set(names), [...new Set(names)].join(' ')].map(writtenFields);
  const supported = wanted.filter((text) => selectPresent(schema, type, text).length > 0);
  const ways = supported.map((text): SelectionChoice => ({ mode: 'supported', text }));
  return [{ mode: 'auto' }, ...ways];
}

function failuresOfDocument(
  server: GraphQLSchema,
  { name }: RootField,
  text: string,
  values: Record<string, unknown>,
): string[] {
  const { data, errors = [] } = executeOn(server, parse(text, { noLocation: true }), values);
  const answer = data?.[name];
  const odd = errors.length > 0 ? [] : otherNames(server, answer, restoreNames(answer, text));
  return [...errors.map(String), ...odd].map((what) => `${name}: ${what}\n${text}`);
}

/** Where an answer has names that its type does not have, or fewer than came. */
function otherNames(schema: GraphQLSchema, answer: unknown, restored: unknown): string[] {
  if (typeof restored !== 'object' || restored === null) return [];
  if (Array.isArray(restored)) {
    return restored.flatMap((one, index) => otherNames(schema, (answer as unknown[])[index], one));
  }
  const [came, names] = [Object.values(answer as object), Object.keys(restored)];
  const type = schema.getType(String((restored as { __typename?: unknown }).__typename));
  const fields = isObjectType(type) ? type.getFields() : undefined;
  const odd = names.filter((n) => fields && n !== '__typename' && !Object.hasOwn(fields, n));
  return [
    ...odd.map((one) => `${type?.name} has no field "${one}"`),
    ...(came.length === names.length ? [] : [`of ${came.length} fields, ${names.length} are left`]),
    ...Object.values(restored).flatMap((inner, index) => otherNames(schema, came[index], inner)),
  ];
}

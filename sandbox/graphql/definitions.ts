import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, Kind, parse, type TypeDefinitionNode, visit } from 'graphql';

/** Types by name. */
export type Definitions = Map<string, TypeDefinitionNode>;

export function readDefinitions(folder: string): Definitions {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return parseDefinitions(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** Merges the fields of a type that is defined several times, such as Query. */
export function parseDefinitions(text: string, base: Definitions = new Map()): Definitions {
  const definitions: Definitions = new Map(base);
  for (const definition of text === '' ? [] : parse(text, { noLocation: true }).definitions) {
    if (!isTypeDefinition(definition))
      throw new Error(`The schema contains a ${definition.kind}, but only types are supported`);
    const earlier = definitions.get(definition.name.value);
    definitions.set(definition.name.value, earlier ? mergeTypes(earlier, definition) : definition);
  }
  return definitions;
}

/** If both have a field or value of the same name, the second one replaces the first. */
function mergeTypes(first: TypeDefinitionNode, second: TypeDefinitionNode): TypeDefinitionNode {
  const members = listMembers(second);
  if (first.kind !== second.kind || members.length === 0) return second;
  const all = [...listMembers(first), ...members];
  const byName = new Map(all.map((member) => [member.name.value, member]));
  return { ...first, [getMembersKey(first)]: [...byName.values()] };
}

function isTypeDefinition(definition: DefinitionNode): definition is TypeDefinitionNode {
  return definition.kind.endsWith('TypeDefinition');
}

export interface SchemaChanges {
  /** Fields and values to remove, written as `Type.field`. */
  without: string[];
  /** SDL of types to add or to extend. Its fields replace fields of the same name. */
  instead: string;
}

const ROOT_TYPES = ['Query', 'Mutation'];

/** Applies the changes, and removes the types that can no longer be reached. */
export function changeDefinitions(
  definitions: Definitions,
  { without, instead }: SchemaChanges,
): Definitions {
  const result: Definitions = new Map(definitions);
  for (const name of without) {
    const [type = '', member] = name.split('.');
    const before = result.get(type);
    const members = before ? listMembers(before) : [];
    const remaining = members.filter(({ name: { value } }) => value !== member);
    if (!before || remaining.length === members.length) {
      throw new Error(`The schema has no ${name} to remove`);
    }
    result.set(type, { ...before, [getMembersKey(before)]: remaining });
  }
  return keepReachable(parseDefinitions(instead, result));
}

export function removeDeprecations(definitions: Definitions): Definitions {
  return new Map(
    [...definitions].map(([name, type]) => [name, visit(type, { Directive: () => null })]),
  );
}

function getMembersKey({ kind }: TypeDefinitionNode): 'values' | 'fields' {
  return kind === Kind.ENUM_TYPE_DEFINITION ? 'values' : 'fields';
}

function listMembers(definition: TypeDefinitionNode) {
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION) return definition.values ?? [];
  return 'fields' in definition ? (definition.fields ?? []) : [];
}

function keepReachable(definitions: Definitions): Definitions {
  const implementations = new Map<string, string[]>();
  for (const definition of definitions.values()) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    for (const { name } of definition.interfaces ?? []) {
      const earlier = implementations.get(name.value) ?? [];
      implementations.set(name.value, [...earlier, definition.name.value]);
    }
  }
  const result: Definitions = new Map();
  const waiting = [...ROOT_TYPES];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = definitions.get(name);
    if (!definition || result.has(name)) continue;
    result.set(name, definition);
    waiting.push(...listTypeNames(definition), ...(implementations.get(name) ?? []));
  }
  return result;
}

function listTypeNames(definition: TypeDefinitionNode): string[] {
  const names: string[] = [];
  visit(definition, { NamedType: ({ name }) => void names.push(name.value) });
  return names;
}

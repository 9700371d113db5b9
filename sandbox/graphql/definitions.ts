import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, Kind, parse, type TypeDefinitionNode, visit } from 'graphql';

/** By name. */
export type Definitions = Map<string, TypeDefinitionNode>;

export function readDefinitions(folder: string): Definitions {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return parseDefinitions(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** A type that occurs several times (Query, Mutation) has the fields of all. */
export function parseDefinitions(text: string, before: Definitions = new Map()): Definitions {
  const definitions: Definitions = new Map(before);
  for (const definition of text === '' ? [] : parse(text, { noLocation: true }).definitions) {
    if (!isType(definition)) throw new Error(`A schema has no ${definition.kind} here`);
    const known = definitions.get(definition.name.value);
    definitions.set(definition.name.value, known ? merge(known, definition) : definition);
  }
  return definitions;
}

/** Of two fields or values with one name, the second's counts. */
function merge(first: TypeDefinitionNode, second: TypeDefinitionNode): TypeDefinitionNode {
  const members = listMembers(second);
  if (first.kind !== second.kind || members.length === 0) return second;
  const all = [...listMembers(first), ...members];
  const byName = new Map(all.map((one) => [one.name.value, one]));
  return { ...first, [membersKey(first)]: [...byName.values()] };
}

function isType(definition: DefinitionNode): definition is TypeDefinitionNode {
  return definition.kind.endsWith('TypeDefinition');
}

export interface SchemaChanges {
  /** Types, and fields and values such as `Type.field`. */
  without: string[];
  /** SDL. A field replaces the one of the same name. */
  instead: string;
}

const ROOTS = ['Query', 'Mutation'];

/** Also drops the types that nothing leads to. */
export function changeDefinitions(
  definitions: Definitions,
  { without, instead }: SchemaChanges,
): Definitions {
  const result: Definitions = new Map(definitions);
  for (const name of without) {
    const [type = '', member] = name.split('.');
    const before = result.get(type);
    const members = before ? listMembers(before) : [];
    const left = members.filter((one) => one.name.value !== member);
    if (!before || (member !== undefined && left.length === members.length)) {
      throw new Error(`There is no ${name} to leave out`);
    }
    if (member === undefined) result.delete(type);
    else result.set(type, { ...before, [membersKey(before)]: left });
  }
  return reachable(parseDefinitions(instead, result));
}

export function withoutDeprecation(definitions: Definitions): Definitions {
  return new Map(
    [...definitions].map(([name, type]) => [name, visit(type, { Directive: () => null })]),
  );
}

function membersKey({ kind }: TypeDefinitionNode): 'values' | 'fields' {
  return kind === Kind.ENUM_TYPE_DEFINITION ? 'values' : 'fields';
}

function listMembers(definition: TypeDefinitionNode) {
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION) return definition.values ?? [];
  return 'fields' in definition ? (definition.fields ?? []) : [];
}

function reachable(definitions: Definitions): Definitions {
  const implementations = new Map<string, string[]>();
  for (const definition of definitions.values()) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    for (const { name } of definition.interfaces ?? []) {
      const known = implementations.get(name.value) ?? [];
      implementations.set(name.value, [...known, definition.name.value]);
    }
  }
  const result: Definitions = new Map();
  const waiting = [...ROOTS];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = definitions.get(name);
    if (!definition || result.has(name)) continue;
    result.set(name, definition);
    waiting.push(...listNames(definition), ...(implementations.get(name) ?? []));
  }
  return result;
}

function listNames(definition: TypeDefinitionNode): string[] {
  const names: string[] = [];
  visit(definition, { NamedType: ({ name }) => void names.push(name.value) });
  return names;
}

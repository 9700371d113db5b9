import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, Kind, parse, type TypeDefinitionNode, visit } from 'graphql';

/** The types of a schema by their names. */
export type Definitions = Map<string, TypeDefinitionNode>;

/** The types of all *.graphql files of a folder. */
export function definitionsIn(folder: string): Definitions {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return definitionsOf(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** The types of a text. A type that is there several times (Query, Mutation) has the fields of all. */
export function definitionsOf(text: string, before: Definitions = new Map()): Definitions {
  const definitions: Definitions = new Map(before);
  for (const definition of text === '' ? [] : parse(text, { noLocation: true }).definitions) {
    if (!isType(definition)) throw new Error(`A schema has no ${definition.kind} here`);
    const known = definitions.get(definition.name.value);
    definitions.set(definition.name.value, known ? together(known, definition) : definition);
  }
  return definitions;
}

/** The fields (or values) of both; where both have one of a name, the second's. */
function together(first: TypeDefinitionNode, second: TypeDefinitionNode): TypeDefinitionNode {
  const members = membersIn(second);
  if (first.kind !== second.kind || members.length === 0) return second;
  const all = [...membersIn(first), ...members];
  const byName = new Map(all.map((one) => [one.name.value, one]));
  return { ...first, [keyOfMembers(first)]: [...byName.values()] };
}

function isType(definition: DefinitionNode): definition is TypeDefinitionNode {
  return definition.kind.endsWith('TypeDefinition');
}

/** How a schema differs from another one. */
export interface SchemaChanges {
  /** Types, or fields and values as `Type.field`, that are not there. */
  without: string[];
  /** SDL of other or further fields: a field here replaces the one of the same name. */
  instead: string;
}

const ROOTS = ['Query', 'Mutation'];

/** The schema with the changes made, without the types that nothing leads to any more. */
export function changed(
  definitions: Definitions,
  { without, instead }: SchemaChanges,
): Definitions {
  const result: Definitions = new Map(definitions);
  for (const name of without) {
    const [type = '', member] = name.split('.');
    const before = result.get(type);
    const members = before ? membersIn(before) : [];
    const left = members.filter((one) => one.name.value !== member);
    if (!before || (member !== undefined && left.length === members.length)) {
      throw new Error(`There is no ${name} to leave out`);
    }
    if (member === undefined) result.delete(type);
    else result.set(type, { ...before, [keyOfMembers(before)]: left });
  }
  return reachable(definitionsOf(instead, result));
}

export function withoutDeprecation(definitions: Definitions): Definitions {
  return new Map(
    [...definitions].map(([name, type]) => [name, visit(type, { Directive: () => null })]),
  );
}

function keyOfMembers({ kind }: TypeDefinitionNode): 'values' | 'fields' {
  return kind === Kind.ENUM_TYPE_DEFINITION ? 'values' : 'fields';
}

function membersIn(definition: TypeDefinitionNode) {
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
    waiting.push(...namesIn(definition), ...(implementations.get(name) ?? []));
  }
  return result;
}

function namesIn(definition: TypeDefinitionNode): string[] {
  const names: string[] = [];
  visit(definition, { NamedType: ({ name }) => void names.push(name.value) });
  return names;
}

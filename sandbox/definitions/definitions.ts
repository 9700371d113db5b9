import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, type DefinitionNode, type TypeDefinitionNode } from 'graphql';

/** The types of a schema by their names. */
export type Definitions = Map<string, TypeDefinitionNode>;

/** The types of all *.graphql files of a folder. */
export function definitionsIn(folder: string): Definitions {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return definitionsOf(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** The types of a text. A type that is there several times (Query, Mutation) has the fields of all. */
export function definitionsOf(text: string): Definitions {
  const definitions: Definitions = new Map();
  for (const definition of parse(text, { noLocation: true }).definitions) {
    if (!isType(definition)) throw new Error(`A schema has no ${definition.kind} here`);
    const before = definitions.get(definition.name.value);
    definitions.set(definition.name.value, before ? together(before, definition) : definition);
  }
  return definitions;
}

/** The fields (or values) of both; where both have one of a name, the second's. */
export function together(first: TypeDefinitionNode, second: TypeDefinitionNode) {
  if (first.kind === Kind.ENUM_TYPE_DEFINITION && second.kind === first.kind) {
    return { ...first, values: byName(first.values, second.values) };
  }
  if (first.kind === Kind.OBJECT_TYPE_DEFINITION && second.kind === first.kind) {
    return { ...first, fields: byName(first.fields, second.fields) };
  }
  if (first.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && second.kind === first.kind) {
    return { ...first, fields: byName(first.fields, second.fields) };
  }
  return second;
}

function byName<T extends { name: { value: string } }>(
  first: readonly T[] = [],
  second: readonly T[] = [],
) {
  return [...new Map([...first, ...second].map((one) => [one.name.value, one])).values()];
}

function isType(definition: DefinitionNode): definition is TypeDefinitionNode {
  return definition.kind.endsWith('TypeDefinition');
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, type TypeDefinitionNode, visit } from 'graphql';

/** Types by name. */
export type Definitions = Map<string, TypeDefinitionNode>;

export function readDefinitions(folder: string): Definitions {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return parseDefinitions(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** Merges the fields of a type that is defined several times in `text`, such as Query, or also in `base`. */
export function parseDefinitions(text: string, base: Definitions = new Map()): Definitions {
  const definitions: Definitions = new Map(base);
  const parsed = text === '' ? [] : parse(text, { noLocation: true }).definitions;
  for (const definition of parsed as readonly TypeDefinitionNode[]) {
    const earlier = definitions.get(definition.name.value);
    definitions.set(definition.name.value, earlier ? mergeTypes(earlier, definition) : definition);
  }
  return definitions;
}

/** If both types have a field or value of the same name, the one of `second` replaces the other. */
function mergeTypes(first: TypeDefinitionNode, second: TypeDefinitionNode): TypeDefinitionNode {
  const members = listMembers(second);
  if (first.kind !== second.kind || members.length === 0) return second;
  const all = [...listMembers(first), ...members];
  const byName = new Map(all.map((member) => [member.name.value, member]));
  return { ...first, [getMembersKey(first)]: [...byName.values()] };
}

export interface SchemaChanges {
  /** Fields and values to remove, written as `Type.field`. */
  without: string[];
  /** SDL of types to add or to extend. Its fields replace fields of the same name. */
  instead: string;
}

/** Types that nothing refers to after the changes remain. @throws Error if a name in `without` does not exist */
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
  return parseDefinitions(instead, result);
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

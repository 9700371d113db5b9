import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { aliasesFor } from './aliases';
import { autoSelection } from './auto';
import { fragmentNode, nameNode } from './nodes';

/** How deep and how many paths are offered for picking; any other can be typed in. */
const MAX_DEPTH = 3;
const MAX_PATHS = 500;

/** A step of a path: a field, or `Member:field` for a field that one member of an interface or union has. */
const STEP = /^(?:(\w+):)?(\w+)$/;

/** Dotted paths of the fields that can be picked below a type, shallow ones first. */
export function selectablePaths(schema: GraphQLSchema, type: GraphQLOutputType): string[] {
  const paths: string[] = [];
  let level: Array<{ prefix: string; type: GraphQLNamedType }> = [
    { prefix: '', type: getNamedType(type) },
  ];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: typeof level = [];
    for (const { prefix, type: parent } of level) {
      for (const [step, fieldType] of stepsOf(schema, parent)) {
        const path = prefix + step;
        const named = getNamedType(fieldType);
        if (isCompositeType(named)) next.push({ prefix: `${path}.`, type: named });
        else paths.push(path);
        if (paths.length >= MAX_PATHS) return paths;
      }
    }
    level = next;
  }
  return paths;
}

function stepsOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): Array<[string, GraphQLOutputType]> {
  const shared = 'getFields' in type && isCompositeType(type) ? type.getFields() : {};
  const steps = Object.values(shared)
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field): [string, GraphQLOutputType] => [field.name, field.type]);
  if (!isAbstractType(type)) return steps;
  for (const member of schema.getPossibleTypes(type)) {
    for (const field of Object.values(member.getFields())) {
      if (field.name in shared || field.args.some(isRequiredArgument)) continue;
      steps.push([`${member.name}:${field.name}`, field.type]);
    }
  }
  return steps;
}

interface Branch {
  [step: string]: Branch;
}

/**
 * The selection that dotted paths describe. A path that ends at an object takes its plain fields. Steps that the
 * schema does not have are kept: validation of the whole document names them and suggests others.
 */
export function pathSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  paths: readonly string[],
): SelectionNode[] | undefined {
  if (!isCompositeType(getNamedType(type))) return undefined;
  const tree: Branch = {};
  for (const path of paths) {
    let branch = tree;
    for (const step of path.split('.')) branch = branch[step.trim()] ??= {};
  }
  return selectionOf(schema, getNamedType(type), tree);
}

function selectionOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  tree: Branch,
): SelectionNode[] {
  const selections = Object.entries(tree).map(([step, below]): SelectionNode => {
    const [, member, name = step] = STEP.exec(step) ?? [];
    const parent = member === undefined ? type : schema.getType(member);
    const inner = innerSelection(schema, fieldTypeOf(parent, name), below);
    if (member === undefined) return { ...nameNode(name), ...inner };
    const alias = isAbstractType(type) && aliasesFor(schema, type).get(`${member}.${name}`);
    return fragmentNode(member, [
      { ...nameNode(name), ...(alias && { alias: { kind: Kind.NAME, value: alias } }), ...inner },
    ]);
  });
  // The kind tells which member's names the fields have.
  const hasMembers = selections.some(({ kind }) => kind === Kind.INLINE_FRAGMENT);
  return hasMembers ? [nameNode('__typename'), ...selections] : selections;
}

function innerSelection(schema: GraphQLSchema, type: GraphQLOutputType | undefined, below: Branch) {
  const selections =
    Object.keys(below).length > 0
      ? selectionOf(schema, type && getNamedType(type), below)
      : type && autoSelection(schema, type, { depth: 0, fields: 100 });
  return selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } as const };
}

function fieldTypeOf(
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLOutputType | undefined {
  const hasFields = isObjectType(type) || (isAbstractType(type) && 'getFields' in type);
  return hasFields ? type.getFields()[name]?.type : undefined;
}

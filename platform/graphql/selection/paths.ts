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
import { InvalidInputError } from '../../errors/errors';
import { MAX_LEVELS, tooManyLevels } from '../../input/plainJson';
import { fragmentNode, memberAlias, nameNode } from './members';
import { autoSelection } from './auto';

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
        const namedType = getNamedType(fieldType);
        if (isCompositeType(namedType)) next.push({ prefix: `${path}.`, type: namedType });
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
      if (Object.hasOwn(shared, field.name) || field.args.some(isRequiredArgument)) continue;
      steps.push([`${member.name}:${field.name}`, field.type]);
    }
  }
  return steps;
}

/** The steps of paths that share their first ones. */
interface Branch {
  steps: Map<string, Branch>;
  /** A path ends here. */
  isEnd: boolean;
}

/**
 * The selection that dotted paths describe. A path that ends at an object takes its plain fields. Steps that the
 * schema does not have are kept: validation of the whole document names them and suggests others.
 * @throws InvalidInputError if there is no path, or one with too many steps
 */
export function pathSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  paths: readonly string[],
): SelectionNode[] | undefined {
  if (!isCompositeType(getNamedType(type))) return undefined;
  if (paths.length === 0) {
    throw new InvalidInputError(
      'No fields are selected',
      'Choose some in "Field Names or IDs", or set "Selection" to "Automatic".',
    );
  }
  const tree: Branch = { steps: new Map(), isEnd: false };
  for (const path of paths) grow(tree, path.split('.'));
  return selectionOf(schema, getNamedType(type), tree);
}

function grow(tree: Branch, steps: readonly string[]): void {
  if (steps.length > MAX_LEVELS) throw tooManyLevels('A field that was chosen');
  let branch = tree;
  for (const step of steps.map((text) => text.trim())) {
    const next = branch.steps.get(step) ?? { steps: new Map(), isEnd: false };
    branch.steps.set(step, next);
    branch = next;
  }
  branch.isEnd = true;
}

function selectionOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  { steps }: Branch,
): SelectionNode[] {
  const selections = [...steps].map(([step, below]): SelectionNode => {
    const [, member, name = step] = STEP.exec(step) ?? [];
    const parent = member === undefined ? type : schema.getType(member);
    const inner = innerSelection(schema, fieldTypeOf(parent, name), below);
    if (member === undefined) return { ...nameNode(name), ...inner };
    const alias = isAbstractType(type) ? memberAlias(schema, type, member, name) : {};
    return fragmentNode(member, [{ ...nameNode(name), ...alias, ...inner }]);
  });
  // The kind says which member's names the fields have.
  const hasMembers = selections.some(({ kind }) => kind === Kind.INLINE_FRAGMENT);
  return hasMembers ? [nameNode('__typename'), ...selections] : selections;
}

function innerSelection(schema: GraphQLSchema, type: GraphQLOutputType | undefined, below: Branch) {
  const plain = below.isEnd && type && autoSelection(schema, type, { depth: 0, fields: 100 });
  const chosen = below.steps.size > 0 && selectionOf(schema, type && getNamedType(type), below);
  if (!plain && !chosen) return undefined;
  const selections = [...(plain || []), ...(chosen || [])];
  return { selectionSet: { kind: Kind.SELECTION_SET, selections } as const };
}

function fieldTypeOf(
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLOutputType | undefined {
  const hasFields = isObjectType(type) || (isAbstractType(type) && 'getFields' in type);
  return hasFields ? type.getFields()[name]?.type : undefined;
}

import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { findListPath } from '../../graphql/schema/listPath';
import { VARIABLE_QUERIES, type VariableScope } from '../../resources/environmentVariable/variable';
import { PART_OF, type EntityKind } from '../tree';

/** Facts about the schema that a plan needs before it prepares requests. Preparing the requests checks everything else. */
export class Capabilities {
  constructor(private readonly schema: GraphQLSchema) {}

  canList(kind: EntityKind): boolean {
    return findField(this.schema, findListPath(this.schema, PART_OF[kind])) !== undefined;
  }

  hasVariables(scope: VariableScope): boolean {
    return findField(this.schema, [VARIABLE_QUERIES[scope].query]) !== undefined;
  }

  hasMutation(name: string): boolean {
    return this.schema.getMutationType()?.getFields()[name] !== undefined;
  }

  /** Whether a new version of a job can keep the package of the previous version. */
  get canKeepPackages(): boolean {
    const input = findInput(this.schema, 'addJobVersion', 'jobVersion');
    return input !== undefined && findTypeAt(input, ['usePreviousArtifact']) !== undefined;
  }

  /** @param subpath a path within the setting @returns undefined if the setting cannot be read or set */
  findProjectSettingType(
    { queryPath, name }: { queryPath: readonly string[]; name: string },
    subpath: readonly string[] = [],
  ): GraphQLNamedInputType | undefined {
    const input =
      findField(this.schema, queryPath) && findInput(this.schema, 'editProject', 'project');
    return input && findTypeAt(input, [name, ...subpath]);
  }
}

/** Finds a field of a query by its path, such as `['project', 'jobs', 'alias']`. */
export function findField(
  schema: GraphQLSchema,
  path: readonly string[],
): GraphQLField<unknown, unknown> | undefined {
  let type: GraphQLNamedType | null | undefined = schema.getQueryType();
  let found: GraphQLField<unknown, unknown> | undefined;
  for (const name of path) {
    found = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    type = found && getNamedType(found.type);
  }
  return found;
}

function findTypeAt(
  input: GraphQLNamedInputType,
  path: readonly string[],
): GraphQLNamedInputType | undefined {
  let type: GraphQLNamedInputType | undefined = input;
  for (const name of path) {
    const field: GraphQLInputField | undefined = isInputObjectType(type)
      ? type.getFields()[name]
      : undefined;
    type = field && getNamedType(field.type);
  }
  return type;
}

/** Finds the input object of a mutation by the name of its argument. If no argument has the name, returns the only input object. */
export function findInput(
  schema: GraphQLSchema,
  mutation: string,
  argument: string,
): GraphQLInputObjectType | undefined {
  const field = schema.getMutationType()?.getFields()[mutation];
  const objects = (field?.args ?? []).flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? [{ name, type: named }] : [];
  });
  return (
    objects.find(({ name }) => name === argument)?.type ??
    (objects.length === 1 ? objects[0]?.type : undefined)
  );
}

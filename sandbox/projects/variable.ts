import { badInput, conflict } from '../graphql/refusals';
import {
  type ById,
  resolveFields,
  type ResolverContext,
  type Resolvers,
} from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';
import type { EnvironmentVariable, VariableOwner, VariableScope } from '../store/variables';
import { checkName } from './inputs';

type VariableInput = Pick<EnvironmentVariable, 'scope' | 'name'> & {
  id?: string | null;
  value?: string | null;
  description?: string | null;
  isPassword?: boolean | null;
};

interface SaveArguments {
  entityId?: string | null;
  environmentVariable: VariableInput;
}

const VARIABLE_NAME = /^[A-Za-z]\w*$/;

type OwnedScope = Exclude<VariableScope, 'GLOBAL'>;

/** For each scope, finds the entity that has the variables. Throws notFound if the ID is unknown. */
const OWNER_FINDERS: Record<
  OwnedScope,
  (store: SandboxStore, id: string) => ById & { projectId?: string }
> = {
  PROJECT: (store, id) => store.projectTable.get(id),
  PIPELINE: (store, id) => store.pipelines.get(id),
  JOB: (store, id) => store.jobTable.get(id),
  APP: (store, id) => store.apps.get(id),
};

export const variable: Resolvers = {
  Query: {
    globalEnvironmentVariables: (_args, { store }) => store.variables.of('GLOBAL', null),
    projectEnvironmentVariables: listVariables('PROJECT', 'projectId'),
    jobEnvironmentVariables: listVariables('JOB', 'jobId'),
    pipelineEnvironmentVariables: listVariables('PIPELINE', 'pipelineId'),
    appEnvironmentVariables: listVariables('APP', 'appId'),
  },
  Mutation: {
    saveEnvironmentVariable: (saving: SaveArguments, { store }) => saveVariable(store, saving),
    deleteEnvironmentVariable: ({ id }: ById, { store }) =>
      store.variables.delete(store.variables.get(id).id),
  },
  EnvironmentVariable: resolveFields<EnvironmentVariable>({
    // Clients cannot read passwords.
    value: ({ isPassword, value }) => (isPassword ? null : value),
  }),
};

/**
 * Returns a resolver that lists an entity's own variables, those of its project, and the global ones. If several have the same
 * name, it lists only the one with the narrowest scope.
 */
function listVariables(scope: OwnedScope, idArgument: string) {
  return (args: Record<string, string>, { store }: ResolverContext): EnvironmentVariable[] => {
    const { id, projectId = id } = OWNER_FINDERS[scope](store, args[idArgument] ?? '');
    const owners: VariableOwner[] = scope === 'PROJECT' ? [] : [[scope, id]];
    return store.variables.listEffective([...owners, ['PROJECT', projectId], ['GLOBAL', null]]);
  };
}

function saveVariable(
  store: SandboxStore,
  { entityId, environmentVariable: input }: SaveArguments,
) {
  const { scope, name } = input;
  const owner = findOwner(store, scope, entityId ?? null);
  if (!VARIABLE_NAME.test(checkName(name)))
    throw badInput(`${name} is not a valid name of an environment variable`);
  const before = input.id ? store.variables.get(input.id) : undefined;
  if (before && (before.scope !== scope || before.entityId !== owner)) {
    throw badInput(`Environment variable ${before.id} belongs to another scope or entity`);
  }
  const isTaken = store.variables
    .of(scope, owner)
    .some((other) => other.name === name && other.id !== before?.id);
  if (isTaken) throw conflict(`There is already an environment variable ${name}`);

  const isPassword = input.isPassword ?? before?.isPassword ?? false;
  const variable = {
    scope,
    entityId: owner,
    name,
    value: input.value ?? resolveMissingValue(input, before, isPassword),
    description:
      input.description === undefined ? (before?.description ?? null) : input.description,
    isPassword,
  };
  if (!before) return store.variables.add(variable);
  return store.variables.replace({ ...variable, id: before.id });
}

/**
 * Returns the new value of a variable if the input has no value. A missing value keeps the stored value, and null clears it.
 * A password keeps its value in both cases, but loses it if the variable is no longer a password.
 */
function resolveMissingValue(
  input: VariableInput,
  before: EnvironmentVariable | undefined,
  isPassword: boolean,
): string | null {
  if (!before || (before.isPassword && !isPassword)) return null;
  return input.value === undefined || isPassword ? before.value : null;
}

function findOwner(store: SandboxStore, scope: VariableScope, entityId: string | null) {
  if (scope === 'GLOBAL') {
    if (entityId !== null) throw badInput('A global environment variable has no entityId');
    return null;
  }
  if (entityId === null)
    throw badInput(`An environment variable of the scope ${scope} needs an entityId`);
  return OWNER_FINDERS[scope](store, entityId).id;
}

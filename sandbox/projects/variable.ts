import { badInput, conflict } from '../graphql/refusals';
import {
  type ById,
  resolveFields,
  type ResolverContext,
  searchByName,
  type SearchPage,
  type Subject,
} from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';
import type { EnvironmentVariable, Place, VariableScope } from '../store/variables';
import { checkName } from './inputs';

type VariableInput = Pick<EnvironmentVariable, 'scope' | 'name'> & {
  id?: string | null;
  value?: string | null;
  description?: string | null;
  isPassword?: boolean | null;
};

interface Saving {
  entityId?: string | null;
  environmentVariable: VariableInput;
}

interface VariablesArguments extends SearchPage {
  scope?: VariableScope | null;
}

const NAME = /^[A-Za-z]\w*$/;

type OwnedScope = Exclude<VariableScope, 'GLOBAL'>;

/** Finds the entity that the variables of a scope belong to. @throws notFound */
const OWNERS: Record<
  OwnedScope,
  (store: SandboxStore, id: string) => ById & { projectId?: string }
> = {
  PROJECT: (store, id) => store.projectTable.get(id),
  PIPELINE: (store, id) => store.pipelines.get(id),
  JOB: (store, id) => store.jobTable.get(id),
  APP: (store, id) => store.apps.get(id),
};

export const variable: Subject = {
  Query: {
    globalEnvironmentVariables: (page: SearchPage, { store }) =>
      searchByName(store.variables.inForce([['GLOBAL', null]]), page),
    projectEnvironmentVariables: listVariables('PROJECT', 'projectId'),
    jobEnvironmentVariables: listVariables('JOB', 'jobId'),
    pipelineEnvironmentVariables: listVariables('PIPELINE', 'pipelineId'),
    appEnvironmentVariables: listVariables('APP', 'appId'),
  },
  Mutation: {
    saveEnvironmentVariable: (saving: Saving, { store }) => save(store, saving),
    deleteEnvironmentVariable: ({ id }: ById, { store }) =>
      store.variables.delete(store.variables.get(id).id),
  },
  EnvironmentVariable: resolveFields<EnvironmentVariable>({
    // A password is never read.
    value: ({ isPassword, value }) => (isPassword ? null : value),
  }),
};

/** Lists the variables of an entity, of its project, and the global ones. Of those with one name, the narrowest scope counts. */
function listVariables(scope: OwnedScope, idArgument: string) {
  return (args: VariablesArguments, { store }: ResolverContext): EnvironmentVariable[] => {
    const entityId = String((args as Record<string, unknown>)[idArgument]);
    const { id, projectId = id } = OWNERS[scope](store, entityId);
    const places: Place[] = scope === 'PROJECT' ? [] : [[scope, id]];
    const all = store.variables.inForce([...places, ['PROJECT', projectId], ['GLOBAL', null]]);
    return searchByName(
      all.filter((one) => !args.scope || one.scope === args.scope),
      args,
    );
  };
}

function save(store: SandboxStore, { entityId, environmentVariable: input }: Saving) {
  const { scope, name } = input;
  const owner = findOwner(store, scope, entityId ?? null);
  if (!NAME.test(checkName(name)))
    throw badInput(`${name} is not a name for an environment variable`);
  const before = input.id ? store.variables.get(input.id) : undefined;
  if (before && (before.scope !== scope || before.entityId !== owner)) {
    throw badInput(`Environment variable ${before.id} belongs elsewhere`);
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
    value: input.value ?? keepValue(input, before, isPassword),
    description:
      input.description === undefined ? (before?.description ?? null) : input.description,
    isPassword,
  };
  if (!before) return store.variables.add(variable);
  return store.variables.replace({ ...variable, id: before.id });
}

/**
 * Returns the value if the input has none: a missing one keeps the stored value, and null empties it. A password keeps its value
 * in both cases, and loses it if it becomes a plain variable.
 */
function keepValue(
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
  return OWNERS[scope](store, entityId).id;
}

import {
  badInput,
  conflict,
  found,
  notFound,
  type ResolverContext,
  type Resolvers,
  searched,
  type SearchPage,
} from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';
import type { EnvironmentVariable, Inherited, Place, VariableScope } from '../store/variables';
import { nameOf } from './inputs';

interface VariableInput {
  id?: string | null;
  scope: VariableScope;
  name: string;
  value?: string | null;
  description?: string | null;
  isPassword?: boolean | null;
}

interface Saving {
  entityId?: string | null;
  environmentVariable: VariableInput;
}

interface Owner {
  id: string;
  projectId?: string;
}

interface Asked extends SearchPage {
  scope?: VariableScope | null;
}

const NAME = /^[A-Za-z]\w*$/;

const OWNERS: Record<
  Exclude<VariableScope, 'GLOBAL'>,
  [what: string, find: (store: SandboxStore, id: string) => Owner | undefined]
> = {
  PROJECT: ['Project', (store, id) => store.project(id)],
  PIPELINE: ['Pipeline', (store, id) => store.pipelines.find(id)],
  JOB: ['Job', (store, id) => store.job(id)],
  APP: ['App', (store, id) => store.apps.find(id)],
};

export const variableResolvers: Resolvers = {
  Query: {
    globalEnvironmentVariables: (_root, page: SearchPage, { store }) =>
      searched(store.variables.inForce([['GLOBAL', null]]), page),
    projectEnvironmentVariables: variablesOf('PROJECT', 'projectId'),
    jobEnvironmentVariables: variablesOf('JOB', 'jobId'),
    pipelineEnvironmentVariables: variablesOf('PIPELINE', 'pipelineId'),
    appEnvironmentVariables: variablesOf('APP', 'appId'),
  },
  Mutation: {
    saveEnvironmentVariable: (_root, saving: Saving, { store }) => saved(store, saving),
    deleteEnvironmentVariable: (_root, { id }: { id: string }, { store }) => {
      if (!store.variables.delete(id)) throw notFound('Environment variable', id);
      return true;
    },
  },
  EnvironmentVariable: {
    value: readable,
    overriddenValues: ({ overridden }: Partial<Inherited>) => overridden ?? [],
    isValid: () => true,
    invalidReasons: () => [],
  },
  OverriddenValues: { value: readable },
};

/** A password is never read. */
function readable({ isPassword, value }: EnvironmentVariable): string | null {
  return isPassword ? null : value;
}

/** Those of a thing, of its project and the global ones; a wider one of the same name is overridden. */
function variablesOf(kind: keyof typeof OWNERS, idArgument: string) {
  return (_root: unknown, args: Asked, { store }: ResolverContext): Inherited[] => {
    const [what, find] = OWNERS[kind];
    const asked = String((args as Record<string, unknown>)[idArgument]);
    const { id, projectId = id } = found(find(store, asked), what, asked);
    const places: Place[] = kind === 'PROJECT' ? [] : [[kind, id]];
    const all = store.variables.inForce([...places, ['PROJECT', projectId], ['GLOBAL', null]]);
    return searched(
      all.filter(({ scope }) => !args.scope || scope === args.scope),
      args,
    );
  };
}

function saved(store: SandboxStore, { entityId, environmentVariable: input }: Saving) {
  const { scope, name } = input;
  const owner = ownerOf(store, scope, entityId ?? null);
  if (!NAME.test(nameOf(name))) throw badInput(`${name} is not a name for an environment variable`);
  const before = input.id
    ? found(store.variables.find(input.id), 'Environment variable', input.id)
    : undefined;
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
    value: input.value ?? keptValue(input, before, isPassword),
    description:
      input.description === undefined ? (before?.description ?? null) : input.description,
    isPassword,
  };
  if (!before) return store.variables.add(variable);
  const changed = { ...variable, id: before.id };
  store.variables.replace(changed);
  return changed;
}

/** Left out keeps the value, null empties it; a password is kept by both, and never becomes readable. */
function keptValue(
  input: VariableInput,
  before: EnvironmentVariable | undefined,
  isPassword: boolean,
): string | null {
  if (!before || (before.isPassword && !isPassword)) return null;
  return input.value === undefined || isPassword ? before.value : null;
}

function ownerOf(store: SandboxStore, scope: VariableScope, entityId: string | null) {
  if (scope === 'GLOBAL') {
    if (entityId !== null) throw badInput('A global environment variable has no entityId');
    return null;
  }
  if (entityId === null)
    throw badInput(`An environment variable of the scope ${scope} needs an entityId`);
  const [what, find] = OWNERS[scope];
  found(find(store, entityId), what, entityId);
  return entityId;
}

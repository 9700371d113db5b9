import { badInput, conflict, found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { SandboxStore } from '../store/store';
import { VARIABLE_SCOPES, type EnvironmentVariable, type VariableScope } from '../store/variables';

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

/** A variable in a list, with those of wider scopes that it stands before. */
type Listed = EnvironmentVariable & { overridden?: EnvironmentVariable[] };

const NAME = /^[A-Za-z_]\w*$/;

const OWNERS: Record<
  Exclude<VariableScope, 'GLOBAL'>,
  [what: string, find: (store: SandboxStore, id: string) => object | undefined]
> = {
  PROJECT: ['Project', (store, id) => store.project(id)],
  PIPELINE: ['Pipeline', (store, id) => store.pipelines.find(id)],
  JOB: ['Job', (store, id) => store.job(id)],
  APP: ['App', (store, id) => store.apps.find(id)],
};

export const variablePart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum EnvVarScope {
      ${VARIABLE_SCOPES.join('\n')}
    }

    type EnvironmentVariable {
      id: UUID!
      name: String!
      scope: EnvVarScope!
      "Null for a password"
      value: String
      description: String
      isPassword: Boolean!
      "Variables of wider scopes that this one stands before"
      overriddenValues: [EnvironmentVariable!]!
    }

    input EnvironmentVariableInput {
      "Of the variable to change; a new one is made where it is left out"
      id: UUID
      scope: EnvVarScope!
      name: String!
      "Left out or null for a password that is there: it stays"
      value: String
      description: String
      isPassword: Boolean
    }

    type Query {
      globalEnvironmentVariables: [EnvironmentVariable!]!
      "Those of the project and the global ones it does not override"
      projectEnvironmentVariables(projectId: UUID!): [EnvironmentVariable!]!
      "Those of the pipeline, its project and the global ones"
      pipelineEnvironmentVariables(pipelineId: UUID!): [EnvironmentVariable!]!
    }

    type Mutation {
      saveEnvironmentVariable(entityId: UUID, environmentVariable: EnvironmentVariableInput!): EnvironmentVariable!
      deleteEnvironmentVariable(id: UUID!): Boolean!
    }
  `,
  resolvers: {
    Query: {
      globalEnvironmentVariables: (_root, _args, { store }) => store.variables.of('GLOBAL', null),
      projectEnvironmentVariables: (_root, { projectId }: { projectId: string }, { store }) => {
        found(store.project(projectId), 'Project', projectId);
        return inherited(store, [
          ['PROJECT', projectId],
          ['GLOBAL', null],
        ]);
      },
      pipelineEnvironmentVariables: (_root, { pipelineId }: { pipelineId: string }, { store }) => {
        const pipeline = found(store.pipelines.find(pipelineId), 'Pipeline', pipelineId);
        return inherited(store, [
          ['PIPELINE', pipeline.id],
          ['PROJECT', pipeline.projectId],
          ['GLOBAL', null],
        ]);
      },
    },
    Mutation: {
      saveEnvironmentVariable: (_root, saving: Saving, { store }) => saved(store, saving),
      deleteEnvironmentVariable: (_root, { id }: { id: string }, { store }) => {
        if (!store.variables.delete(id)) throw notFound('Environment variable', id);
        return true;
      },
    },
    EnvironmentVariable: {
      value: ({ isPassword, value }: Listed) => (isPassword ? null : value),
      overriddenValues: ({ overridden }: Listed) => overridden ?? [],
    },
  },
};

function saved(store: SandboxStore, { entityId, environmentVariable: input }: Saving) {
  const { scope, name } = input;
  const owner = ownerOf(store, scope, entityId ?? null);
  if (!NAME.test(name)) throw badInput(`${name} is not a name for an environment variable`);
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

/** The variables of several scopes, the narrowest first; a name counts where it comes first. */
function inherited(store: SandboxStore, scopes: [VariableScope, string | null][]): Listed[] {
  const byName = new Map<string, Listed & { overridden: EnvironmentVariable[] }>();
  for (const [scope, entityId] of scopes) {
    for (const variable of store.variables.of(scope, entityId)) {
      const narrower = byName.get(variable.name);
      if (narrower) narrower.overridden.push(variable);
      else byName.set(variable.name, { ...variable, overridden: [] });
    }
  }
  return [...byName.values()];
}

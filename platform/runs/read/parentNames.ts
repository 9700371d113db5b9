import type { GraphQLSchema } from 'graphql';
import { field } from '../../graphql/document/document';
import { idArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryBatched } from '../../graphql/read/queryBatched';
import { SharedReads } from '../../graphql/read/sharedReads';
import { requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { throwFirstSchemaRefusal } from '../../graphql/schema/schemaRefusal';
import type { RunKind } from '../kinds';
import type { Run } from './run';
import { parentNamesSelection } from './selection';
import { fieldsOf, textOf } from '../../text/values';

/** Names of what a run is a run of, and its project, as they stand in a run. */
export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectId' | 'projectName'>;

/** The names from a response about a job or pipeline. Some platforms return of the project its ID alone. */
export function readParentNames({ parentName }: RunKind, response: unknown): ParentNames {
  const { name, project, projectId: idAlone } = fieldsOf(response);
  const own = textOf(name);
  const { id, name: nameOfProject } = fieldsOf(project);
  const [projectId, projectName] = [textOf(id) ?? textOf(idAlone), textOf(nameOfProject)];
  return {
    ...(own !== undefined && { [parentName]: own }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
  };
}

export const NAMES_TIMEOUT_MS = 5_000;

const names = new SharedReads<ParentNames>();

/**
 * The names of a job or pipeline; those that are asked for at the same moment, in whatever executions, share requests.
 * Names are a help, not a need: what cannot be read within some seconds is left out.
 */
export async function parentNames(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  { signal }: CallOptions = {},
): Promise<ParentNames> {
  const key = `${endpoint.key} ${kind.noun}`;
  const read = (ids: ReadonlySet<string>) => readNames(endpoint, kind, ids);
  return (await names.get(key, parentId, read, signal)) ?? {};
}

async function readNames(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  ids: ReadonlySet<string>,
): Promise<Map<string, ParentNames>> {
  const options = { signal: AbortSignal.timeout(NAMES_TIMEOUT_MS), isOptional: true };
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', kind.parentQuery);
    return { root, select: parentNamesSelection(schema, root.field.type) };
  };
  return await requestBySchema(
    endpoint,
    write,
    async ({ root, select }) => {
      const found = new Map<string, ParentNames>();
      if (select.length === 0) return found;
      const read = [...ids].map(async (id) => {
        const asked = field(root.name, { arguments: idArgument(root, kind.noun, id), select });
        found.set(id, readParentNames(kind, await queryBatched(endpoint, asked, options)));
      });
      throwFirstSchemaRefusal(await Promise.allSettled(read));
      return found;
    },
    options,
  );
}

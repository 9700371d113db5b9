import { setTimeout as sleep } from 'node:timers/promises';
import { field } from '../graphql/document';
import { idArgument } from '../graphql/call/knownArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { queryTogether } from '../graphql/queryTogether';
import { requireRootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import type { Run } from './run';
import { parentNamesSelection } from './selection';
import { fieldsOf, textOf } from './values';

/** Names of what a run is a run of, as they stand in a run. */
export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectName'>;

/** The names from an answer about a job or pipeline. */
export function readParentNames({ parentName }: RunKind, answer: unknown): ParentNames {
  const { name, project } = fieldsOf(answer);
  const [own, projectName] = [textOf(name), textOf(fieldsOf(project).name)];
  return {
    ...(own !== undefined && { [parentName]: own }),
    ...(projectName !== undefined && { projectName }),
  };
}

const NAMES_TAKE_MS = 5_000;

/**
 * Asks for the names of a job or pipeline; those of many that are asked for at once share requests. Names are a help,
 * not a need: what cannot be read within some seconds is left out.
 */
export async function parentNames(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  options?: CallOptions,
): Promise<ParentNames> {
  try {
    const { schema } = await schemaOf(endpoint, options);
    const root = requireRootField(schema, 'query', kind.parentQuery);
    const select = parentNamesSelection(schema, root.field.type);
    if (select.length === 0) return {};
    const id = idArgument(root, kind.noun, parentId);
    const asked = field(root.name, { arguments: id, select });
    const answer = queryTogether(endpoint, asked, options);
    return readParentNames(
      kind,
      await Promise.race([answer, sleep(NAMES_TAKE_MS, undefined, { ref: false })]),
    );
  } catch {
    return {};
  }
}

import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { InvalidInputError, UnsupportedError } from '../../errors/errors';

export type RootKind = 'query' | 'mutation';

/** A query or mutation that the live schema offers. */
export interface RootField {
  kind: RootKind;
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** `query.jobs` or `mutation.runJob`: how a root field is stored in a workflow. */
export function rootFieldValue({ kind, name }: RootField): string {
  return `${kind}.${name}`;
}

/** Every query and mutation: queries first, then by name. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  const fieldsOf = (kind: RootKind): RootField[] => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.entries(type?.getFields() ?? {})
      .map(([name, field]) => ({ kind, name, field }))
      .sort((a, b) => a.name.localeCompare(b.name));
  };
  return [...fieldsOf('query'), ...fieldsOf('mutation')];
}

/** @param value `query.<name>` or `mutation.<name>` @throws InvalidInputError for one that the schema does not have */
export function findRootField(schema: GraphQLSchema, value: unknown): RootField {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') {
    throw new InvalidInputError(
      'No query or mutation is selected',
      'Choose one in "Query or Mutation".',
    );
  }
  const [, kind, name] = /^(query|mutation)\.(\w+)$/.exec(text) ?? [];
  const found = kind && name ? rootField(schema, kind as RootKind, name) : undefined;
  if (found) return found;
  throw new InvalidInputError(
    `The platform has no ${kind ?? 'query or mutation'} "${name ?? text}"`,
    'Choose it again from the list, which shows what this platform has. An ID looks like query.jobs or mutation.runJob.',
  );
}

/** The name of a root field, or its names on newer and older platforms, the newest first. */
export type RootName = string | readonly [string, ...string[]];

/**
 * A root field that an operation of ours needs, by the newest name that the platform has.
 * @throws UnsupportedError naming it if the platform lacks it
 */
export function requireRootField(
  schema: GraphQLSchema,
  kind: RootKind,
  wanted: RootName,
): RootField {
  const names = rootNames(wanted);
  for (const name of names) {
    const found = rootField(schema, kind, name);
    if (found) return found;
  }
  const quoted = names.map((name) => `"${name}"`).join(' or ');
  throw lacking(names[0], `its schema has no ${kind} ${quoted}`, notIntrospected.has(schema));
}

/** The newest first. */
export function rootNames(name: RootName): readonly [string, ...string[]] {
  return typeof name === 'string' ? [name] : name;
}

/** A field of what a root field, or another field, gives. @throws UnsupportedError naming it if the platform lacks it */
export function requireFieldOf(
  { field }: { field: { type: GraphQLOutputType } },
  name: string,
): GraphQLField<unknown, unknown> {
  const type = getNamedType(field.type);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const found = hasFields ? type.getFields()[name] : undefined;
  if (found) return found;
  throw lacking(`${type.name}.${name}`, `its type ${type.name} has no field "${name}"`);
}

function lacking(name: string, what: string, isNotIntrospected = false): UnsupportedError {
  return new UnsupportedError(`${unsupportedText(name)}: ${what}`, {
    hint: isNotIntrospected
      ? 'It does not return its schema, and it refused the request. It may have an older or newer version.'
      : 'It may have an older or newer version. "Call Operation" lists what is available.',
    reach: 'never',
  });
}

/** Schemas that no platform returned. */
const notIntrospected = new WeakSet<GraphQLSchema>();

export function markNotIntrospected(schema: GraphQLSchema): void {
  notIntrospected.add(schema);
}

function rootField(schema: GraphQLSchema, kind: RootKind, name: string): RootField | undefined {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  return field && { kind, name, field };
}

/** What a platform cannot do if its schema lacks a query, a mutation or a field of a type. */
const WITHOUT = new Map([
  ['project', 'return a project'],
  ['createProject', 'create projects'],
  ['editProject', 'update projects'],
  ['deleteProject', 'delete projects'],
  ['rights', 'return the rights of a project'],
  ['platform', 'return what it holds'],
  ['job', 'return a job'],
  ['jobCategories', 'list the categories of jobs'],
  ['createJob', 'create jobs'],
  ['addJobVersion', 'add versions to jobs'],
  ['editJob', 'update jobs'],
  ['duplicateJob', 'duplicate jobs'],
  ['deleteJob', 'delete jobs'],
  ['rollbackJobVersion', 'roll back jobs'],
  ['deleteJobVersions', 'delete versions of jobs'],
  ['moveJob', 'move jobs'],
  ['deleteJobInstances', 'delete runs of jobs'],
  ['runJob', 'run jobs'],
  ['jobInstance', 'return a run of a job'],
  ['stopJobInstance', 'stop runs of jobs'],
  ['filteredLogs', 'return the logs of runs'],
  ['graphPipeline', 'return a pipeline'],
  ['createGraphPipeline', 'create pipelines'],
  ['editPipeline', 'update pipelines'],
  ['addGraphPipelineVersion', 'add versions to pipelines'],
  ['rollbackPipelineVersion', 'roll back pipelines'],
  ['duplicatePipeline', 'duplicate pipelines'],
  ['deletePipelineInstances', 'delete runs of pipelines'],
  ['deletePipeline', 'delete pipelines'],
  ['deletePipelineVersions', 'delete versions of pipelines'],
  ['movePipeline', 'move pipelines'],
  ['evaluateConditionExpression', 'check conditions'],
  ['runPipeline', 'run pipelines'],
  ['pipelineInstance', 'return a run of a pipeline'],
  ['stopPipelineInstance', 'stop runs of pipelines'],
  ['app', 'return an app'],
  ['createApp', 'create apps'],
  ['editApp', 'update apps'],
  ['addAppVersion', 'add versions to apps'],
  ['rollbackAppVersion', 'roll back apps'],
  ['appLogs', 'return the logs of apps'],
  ['appStats', 'return statistics of apps'],
  ['App.history', 'return the history of apps'],
  ['runApp', 'start apps'],
  ['stopApp', 'stop apps'],
  ['restartApp', 'restart apps'],
  ['deleteApp', 'delete apps'],
  ['saveEnvironmentVariable', 'set environment variables'],
  ['deleteEnvironmentVariable', 'delete environment variables'],
  ['volume', 'return a volume'],
  ['createVolume', 'create volumes'],
  ['editVolume', 'update volumes'],
  ['deleteVolume', 'delete volumes'],
  ['duplicateVolume', 'duplicate volumes'],
  ['unlinkVolume', 'unlink volumes'],
  ['moveVolume', 'move volumes'],
  ['allDockerCredentials', 'list Docker credentials'],
  ['createDockerCredentials', 'create Docker credentials'],
  ['updateDockerCredentials', 'update Docker credentials'],
  ['deleteDockerCredentials', 'delete Docker credentials'],
  ['repositories', 'list the repositories of its catalog'],
  ['repository', 'return a repository of its catalog'],
  ['addRepository', 'add repositories to its catalog'],
  ['editRepository', 'update repositories of its catalog'],
  ['removeRepository', 'remove repositories from its catalog'],
  ['revertLastSynchronization', 'revert synchronizations of its catalog'],
  ['synchronizeRepository', 'synchronize repositories of its catalog'],
  ['technology', 'return a technology'],
  ['Project.apps', 'list apps'],
  ['Project.pipelines', 'list pipelines'],
  ['Project.volumes', 'list volumes'],
  ['JobInstance.executionVariablesOutput', 'return the variables of runs'],
  ['Job.instances', 'list the runs of a job'],
  ['Pipeline.instances', 'list the runs of a pipeline'],
]);

/** The beginning of a sentence that goes on with what is lacking. @param name `duplicateJob`, or `Project.apps` for a field */
export function unsupportedText(name: string): string {
  return `This platform cannot ${WITHOUT.get(name) ?? 'do this'}`;
}

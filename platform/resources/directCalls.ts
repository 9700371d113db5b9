import type { Platform } from '../connection/platform';
import {
  callRootField,
  prepareRootField,
  type PreparedCall,
  type RootFieldCall,
} from '../graphql/call/callRootField';
import { buildIdArgument } from '../graphql/call/commonArguments';
import type { RootField } from '../graphql/schema/rootFields';
import type { CallOptions } from '../graphql/send/endpoint';
import { readIdentifier, readProjectId } from '../common/input/identifiers';
import { readVersionNumber } from './changes';

/** Operations that send one request and return its response unchanged. */
export class DirectCalls {
  constructor(private readonly platform: Platform) {}

  /** Moves an entity to another project. The response is the ID of the entity in that project. */
  async prepareMove(
    noun: 'job' | 'pipeline' | 'volume',
    entityId: unknown,
    targetId: unknown,
    options?: CallOptions,
  ): Promise<PreparedCall> {
    const id = readIdentifier(entityId, noun);
    const targetProjectId = readIdentifier(targetId, 'target project');
    const name = { job: 'moveJob', pipeline: 'movePipeline', volume: 'moveVolume' }[noun];
    const ifLost = `Before you try again, check whether the ${noun} is in the target project`;
    const target = { targetPlatformId: this.platform.id, targetProjectId };
    const call = buildCall(noun, id, target, ifLost);
    return await prepareRootField(this.platform.projects, 'mutation', name, call, options);
  }

  /** Deletes versions. The response contains the outcome for each version number. */
  async prepareDeleteVersions(
    noun: 'job' | 'pipeline',
    entityId: unknown,
    versionNumbers: unknown,
    options?: CallOptions,
  ): Promise<PreparedCall> {
    const id = readIdentifier(entityId, noun);
    const numbers = [versionNumbers]
      .flat()
      .flatMap((value: unknown) => (typeof value === 'string' ? value.split(',') : [value]))
      .map((value) => readVersionNumber(value, ' Separate several numbers with commas.'));
    const name = noun === 'job' ? 'deleteJobVersions' : 'deletePipelineVersions';
    const ifLost = `Before you try again, check which versions the ${noun} has`;
    const call = buildCall(noun, id, { [`${noun}VersionNumbers`]: numbers }, ifLost);
    return await prepareRootField(this.platform.projects, 'mutation', name, call, options);
  }

  /** @param variables values by name; values that are not text are sent as JSON */
  async checkCondition(
    projectId: unknown,
    expression: string,
    variables: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<unknown> {
    const entries = Object.entries(variables).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
    const more = { expression, ...(entries.length > 0 && { variables: entries }) };
    const call = buildCall('project', readProjectId(projectId), more);
    const { projects: endpoint } = this.platform;
    return await callRootField(endpoint, 'query', 'evaluateConditionExpression', call, options);
  }
}

/** @param ifLost set for mutations, which must return a result */
const buildCall =
  (noun: string, id: string, more: Record<string, unknown>, ifLost?: string) =>
  (_schema: unknown, root: RootField): RootFieldCall => ({
    arguments: { ...more, ...buildIdArgument(root, noun, id) },
    ifLost,
    returnsResult: ifLost !== undefined,
  });

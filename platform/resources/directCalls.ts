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

/** Each operation is one request, and returns its response unchanged. */
export class DirectCalls {
  constructor(private readonly platform: Platform) {}

  /** Moves an entity to another project. The result has its ID there. */
  async prepareMove(
    what: 'job' | 'pipeline' | 'volume',
    givenId: unknown,
    givenTarget: unknown,
    options?: CallOptions,
  ): Promise<PreparedCall> {
    const id = readIdentifier(givenId, what);
    const targetProjectId = readIdentifier(givenTarget, 'target project');
    const name = { job: 'moveJob', pipeline: 'movePipeline', volume: 'moveVolume' }[what];
    const ifLost = `Before you try again, check whether the ${what} is in the target project`;
    const target = { targetPlatformId: this.platform.id, targetProjectId };
    const call = about(what, id, target, ifLost);
    return await prepareRootField(this.platform.projects, 'mutation', name, call, options);
  }

  /** The response has an outcome for each number. */
  async prepareDeleteVersions(
    what: 'job' | 'pipeline',
    givenId: unknown,
    versionNumbers: unknown,
    options?: CallOptions,
  ): Promise<PreparedCall> {
    const id = readIdentifier(givenId, what);
    const numbers = [versionNumbers]
      .flat()
      .flatMap((given: unknown) => (typeof given === 'string' ? given.split(',') : [given]))
      .map(readVersionNumber);
    const name = what === 'job' ? 'deleteJobVersions' : 'deletePipelineVersions';
    const ifLost = `Before you try again, check which versions the ${what} has`;
    const call = about(what, id, { [`${what}VersionNumbers`]: numbers }, ifLost);
    return await prepareRootField(this.platform.projects, 'mutation', name, call, options);
  }

  /** @param variables values by name, which become text */
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
    const call = about('project', readProjectId(projectId), more);
    const { projects: endpoint } = this.platform;
    return await callRootField(endpoint, 'query', 'evaluateConditionExpression', call, options);
  }
}

const about =
  (what: string, id: string, more: Record<string, unknown>, ifLost?: string) =>
  (_schema: unknown, root: RootField): RootFieldCall => ({
    arguments: { ...more, ...buildIdArgument(root, what, id) },
    ifLost,
    returnsResult: ifLost !== undefined,
  });

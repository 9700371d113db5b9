import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { RunKind } from '../../../../platform/runs/kinds';
import type { VariablesResult } from '../../../../platform/runs/read/variables';
import type { OperationCall } from '../../../shared/operation/operation';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';
import type { Runnable } from '../runnable';

const PIPELINE_VARIABLES =
  'For a pipeline, they are grouped by the alias of each job, or by its ID if it has no alias.';

/** @param kind undefined if the field is for runs of both kinds */
export function buildIncludeVariablesField(kind?: RunKind): INodeProperties {
  const sentences = [
    'Whether to add the variables that the run has set and those that it was given.',
    ...(kind?.noun === 'job' ? [] : [PIPELINE_VARIABLES]),
    'Values of passwords are never returned.',
  ];
  return {
    displayName: 'Include Variables',
    name: 'includeVariables',
    type: 'boolean',
    default: true,
    description: sentences.join(' '),
  };
}

export function readIncludeVariables(parameters: ItemParameters): boolean {
  return parameters.boolean('options.includeVariables');
}

export async function loadVariables(
  { client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  runId: string,
  includeVariables: boolean,
): Promise<IDataObject> {
  if (!includeVariables) return {};
  return buildVariablesOutput(await runnable.runs(client).readVariables(runId, options));
}

/** @param reason message if `result` is undefined */
export function buildVariablesOutput(
  result: VariablesResult | undefined,
  reason?: string,
): IDataObject {
  if (!result || 'failure' in result) {
    const variablesError = result
      ? `The variables could not be read: ${result.failure.message}`
      : reason;
    return { variables: null, inputVariables: null, variablesError };
  }
  const { variables, inputVariables, leftOut } = result;
  return { variables, inputVariables, ...(leftOut > 0 && { variablesLeftOut: leftOut }) };
}

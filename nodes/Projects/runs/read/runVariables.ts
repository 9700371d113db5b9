import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { VariablesResult } from '../../../../platform/runs/read/variables';
import type { OperationCall } from '../../../shared/operation/operation';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';
import type { Runnable } from '../runnable';

export const includeVariablesField: INodeProperties = {
  displayName: 'Include Variables',
  name: 'includeVariables',
  type: 'boolean',
  default: true,
  description:
    'Whether to add the variables that the run has set and those that it got. For a pipeline, they are grouped by the alias of each job, or by its ID if it has no alias. Values of passwords are never returned.',
};

export function readIncludeVariables(parameters: ItemParameters): boolean {
  return parameters.boolean('options.includeVariables');
}

export async function loadVariables(
  { client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  runId: string,
  isWanted: boolean,
): Promise<IDataObject> {
  if (!isWanted) return {};
  return buildVariablesOutput(await runnable.runs(client).readVariables(runId, options));
}

/** @param reason why there is no result */
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

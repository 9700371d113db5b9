import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { readParameter } from './parameters/readParameter';

/** Reads a field of type JSON as an object; an expression may give the object itself. */
export function readJsonObject(
  execution: IExecuteFunctions,
  name: string,
  displayName: string,
  itemIndex: number,
): IDataObject {
  const given = readParameter(execution, name, itemIndex, '');
  const value = typeof given === 'string' ? parse(given) : given;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as IDataObject;
  }
  throw new NodeOperationError(execution.getNode(), `"${displayName}" is not a JSON object`, {
    description: 'Write an object with quoted names, as in: { "jobId": "…" }. Nothing was sent.',
    itemIndex,
  });
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

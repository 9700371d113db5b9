import type {
  IDataObject,
  IExecuteFunctions,
  IGetNodeParameterOptions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow';

/** What a field of the form holds while somebody fills it in. */
export function currentValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** What a locator of the form holds; undefined if the form has no such field, which n8n's own way would refuse. */
export function currentChoice(context: ILoadOptionsFunctions, name: string): unknown {
  const written = currentValue(context, name);
  const isLocator = typeof written === 'object' && written !== null && 'value' in written;
  if (isLocator && 'mode' in written && written.mode === 'url') {
    return context.getCurrentNodeParameter(name, { extractValue: true });
  }
  return isLocator ? written.value : written;
}

/** In the place of what is not written in a node. */
export const NOT_WRITTEN = Symbol('not written');

/** Where the parameters of a node come from. Paths are n8n's: `options.timeout` is a field of a collection. */
export interface ParameterSource {
  /** What stands in the node, an expression as its text; `NOT_WRITTEN` where there is nothing. */
  written(path: string): unknown;
  /** What n8n makes of it for an item. */
  evaluated(path: string, itemIndex: number, options?: IGetNodeParameterOptions): unknown;
  /** The JSON of an item; undefined if expressions may read something else. */
  jsonOf(itemIndex: number): IDataObject | undefined;
}

export function sourceOfExecution(execution: IExecuteFunctions): ParameterSource {
  const items = execution.isToolExecution?.() ? [] : execution.getInputData();
  return {
    written: (path) =>
      execution.getNodeParameter(path, 0, NOT_WRITTEN, { rawExpressions: true }) as unknown,
    evaluated: (path, itemIndex, options) =>
      execution.getNodeParameter(path, itemIndex, undefined, options),
    jsonOf: (itemIndex) => items[itemIndex]?.json,
  };
}

/** A poll has no items. */
export function sourceOfPoll(poll: IPollFunctions): ParameterSource {
  return {
    written: (path) =>
      poll.getNodeParameter(path, NOT_WRITTEN, { rawExpressions: true }) as unknown,
    evaluated: (path, _itemIndex, options) => poll.getNodeParameter(path, undefined, options),
    jsonOf: () => undefined,
  };
}

/** Which operation is chosen, by the names of the resource and the operation. */
export function readChosenOperation(execution: IExecuteFunctions) {
  return {
    resource: execution.getNodeParameter('resource', 0),
    operation: execution.getNodeParameter('operation', 0),
  };
}

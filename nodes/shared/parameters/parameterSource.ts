import type {
  IDataObject,
  IExecuteFunctions,
  IGetNodeParameterOptions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf } from '../../../platform/text/values';

/** The value of a field that the node does not have, that is not shown, or that was not added to its collection. */
export const UNSET = Symbol('unset');

/** Reads the parameters of a node. Paths are n8n's: `options.timeout` is a field of a collection. */
export interface ParameterSource {
  /** Returns what the node contains, an expression as its text; `UNSET` if there is nothing. */
  written(path: string): unknown;
  /** Returns the value as n8n evaluates it for an item. */
  evaluated(path: string, itemIndex: number, options?: IGetNodeParameterOptions): unknown;
  /** Returns the JSON of an item; undefined if expressions may read another one. */
  jsonOf(itemIndex: number): IDataObject | undefined;
}

export function sourceOfExecution(execution: IExecuteFunctions): ParameterSource {
  const items = execution.isToolExecution?.() ? [] : execution.getInputData();
  return {
    written: (path) =>
      execution.getNodeParameter(path, 0, UNSET, { rawExpressions: true }) as unknown,
    evaluated: (path, itemIndex, options) =>
      execution.getNodeParameter(path, itemIndex, undefined, options),
    jsonOf: (itemIndex) => items[itemIndex]?.json,
  };
}

/** A poll has no items. */
export function sourceOfPoll(poll: IPollFunctions): ParameterSource {
  return {
    written: (path) => poll.getNodeParameter(path, UNSET, { rawExpressions: true }) as unknown,
    evaluated: (path, _itemIndex, options) => poll.getNodeParameter(path, undefined, options),
    jsonOf: () => undefined,
  };
}

/** The value of a parameter, for each item. */
export interface ItemValue<Value> {
  /** Whether all items have the same value. */
  isConstant: boolean;
  of: (itemIndex: number) => Value;
}

export function constantValue<Value>(value: Value): ItemValue<Value> {
  return { isConstant: true, of: () => value };
}

/** Reads each value once. A read that fails is not cached. */
export function cachedValue<Value>({ isConstant, of }: ItemValue<Value>): ItemValue<Value> {
  const values = new Map<number, Value>();
  return {
    isConstant,
    of(itemIndex) {
      const key = isConstant ? 0 : itemIndex;
      if (values.has(key)) return values.get(key) as Value;
      const value = of(itemIndex);
      values.set(key, value);
      return value;
    },
  };
}

/** An expression that only names a value of its item, such as `={{ $json.customer.id }}`. */
const NAMED_VALUE = /^=\{\{\s*\$json\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}$/;

/**
 * Reads a value as n8n evaluates it: once if it is the same for all items. Objects are then shared by them: do not change them.
 * If an expression only names a value of its item, n8n evaluates the first one; if that is the value, the others are read from
 * their items: n8n takes longer to evaluate an expression than a small request takes to be sent.
 */
export function evaluatedValue(
  source: ParameterSource,
  path: string,
  written: unknown,
  options?: IGetNodeParameterOptions,
): ItemValue<unknown> {
  const byN8n = (itemIndex: number) => source.evaluated(path, itemIndex, options);
  if (!holdsExpression(written)) return cachedValue({ isConstant: true, of: byN8n });
  const { mode, value: located } = fieldsOf(written);
  const expression = mode === 'id' || mode === 'list' ? located : written;
  const names = NAMED_VALUE.exec(typeof expression === 'string' ? expression : '')?.[1]?.split('.');
  if (!names) return { isConstant: false, of: byN8n };
  let isAsNamed: boolean | undefined;
  return {
    isConstant: false,
    of(itemIndex) {
      const value = names.reduce<unknown>(
        (outer, name) => ownValue(fieldsOf(outer), name),
        source.jsonOf(itemIndex),
      );
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
      if (!isPlain || isAsNamed === false) return byN8n(itemIndex);
      isAsNamed ??= byN8n(itemIndex) === value;
      return isAsNamed ? value : byN8n(itemIndex);
    },
  };
}

function holdsExpression(written: unknown): boolean {
  if (typeof written === 'string') return written.startsWith('=');
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(holdsExpression);
}

/** Returns the value of a field while a user fills in the form. */
export function currentValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** Returns the ID in a locator of the form; undefined if the form has no such field, which `extractValue` would refuse. */
export function currentChoice(context: ILoadOptionsFunctions, name: string): unknown {
  const written = currentValue(context, name);
  const isLocator = typeof written === 'object' && written !== null && 'value' in written;
  if (isLocator && 'mode' in written && written.mode === 'url') {
    return context.getCurrentNodeParameter(name, { extractValue: true });
  }
  return isLocator ? written.value : written;
}

/** Returns the names of the chosen resource and operation. */
export function readChosenOperation(execution: IExecuteFunctions) {
  return {
    resource: execution.getNodeParameter('resource', 0),
    operation: execution.getNodeParameter('operation', 0),
  };
}

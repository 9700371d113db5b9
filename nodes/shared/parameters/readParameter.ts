import type {
  IExecuteFunctions,
  IGetNodeParameterOptions,
  NodeParameterValueType,
} from 'n8n-workflow';
import { plainJson } from '../../../platform/plainJson';
import { itemPathOf, plainValueAt, type ItemPath } from './itemPath';

type Value = NodeParameterValueType | object;
type Reading = (itemIndex: number) => Value;

const readingsOfExecutions = new WeakMap<IExecuteFunctions, Map<string, Reading>>();

/**
 * What n8n's `getNodeParameter` gives, with the work that is the same for all items done once: n8n takes longer to
 * evaluate an expression than a small request takes to be sent. Objects are shared by all items: do not change them.
 */
export function readParameter(
  execution: IExecuteFunctions,
  name: string,
  itemIndex: number,
  fallback?: unknown,
  options?: IGetNodeParameterOptions,
): Value {
  const readings = readingsOf(execution);
  let reading = readings.get(name);
  if (!reading) {
    reading = readingOf(execution, name, itemIndex, fallback, options);
    readings.set(name, reading);
  }
  return reading(itemIndex);
}

function readingsOf(execution: IExecuteFunctions): Map<string, Reading> {
  const known = readingsOfExecutions.get(execution);
  if (known) return known;
  const readings = new Map<string, Reading>();
  readingsOfExecutions.set(execution, readings);
  return readings;
}

function readingOf(
  execution: IExecuteFunctions,
  name: string,
  itemIndex: number,
  fallback: unknown,
  options: IGetNodeParameterOptions | undefined,
): Reading {
  const byN8n: Reading = (index) => execution.getNodeParameter(name, index, fallback, options);
  const written = execution.getNodeParameter(name, itemIndex, fallback, { rawExpressions: true });
  if (!holdsExpression(written)) {
    const value = byN8n(itemIndex);
    return () => value;
  }
  const path = pathIn(written);
  const evaluated: Reading = (index) => plain(name, byN8n(index));
  if (!path || execution.isToolExecution?.()) return evaluated;
  const items = execution.getInputData();
  const byPath = (index: number) => plainValueAt(items[index]?.json, path);
  // n8n reads the first item itself: should an expression ever mean something else to it, it reads all of them.
  return byPath(itemIndex) === evaluated(itemIndex)
    ? (index) => byPath(index) ?? evaluated(index)
    : evaluated;
}

/** What an expression gave, as JSON holds it. The arguments of a resource mapper are checked by their own names. */
function plain(name: string, value: Value): Value {
  if (typeof value === 'object' && value !== null && 'mappingMode' in value) return value;
  return plainJson(value, name) as Value;
}

function holdsExpression(written: unknown): boolean {
  if (typeof written === 'string') return written.startsWith('=');
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(holdsExpression);
}

function pathIn(written: unknown): ItemPath | undefined {
  const expression = isLocatorById(written) ? written.value : written;
  return typeof expression === 'string' ? itemPathOf(expression) : undefined;
}

/** The modes in which a locator's value is taken as it stands. */
function isLocatorById(written: unknown): written is { mode: string; value: unknown } {
  const { mode } = Object(written) as { mode?: unknown };
  return mode === 'id' || mode === 'list';
}

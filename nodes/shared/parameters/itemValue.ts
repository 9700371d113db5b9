import type { IGetNodeParameterOptions } from 'n8n-workflow';
import { itemPathOf, plainValueAt } from './itemPath';
import type { ParameterSource } from './parameterSource';

/** A parameter's value, read for each item. */
export interface ItemValue<Value> {
  /** Whether all items have the same value: it is then read once. */
  isConstant: boolean;
  of(itemIndex: number): Value;
}

export function constantValue<Value>(value: Value): ItemValue<Value> {
  return { isConstant: true, of: () => value };
}

/** Reads each value once. What fails is tried again. */
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

/**
 * What n8n makes of something written, with the work that is the same for all items done once: n8n takes longer to evaluate
 * an expression than a small request takes to be sent. Objects are shared by all items: do not change them.
 */
export function evaluatedValue(
  source: ParameterSource,
  path: string,
  written: unknown,
  options?: IGetNodeParameterOptions,
): ItemValue<unknown> {
  const byN8n = (itemIndex: number) => source.evaluated(path, itemIndex, options);
  if (!holdsExpression(written)) return cachedValue({ isConstant: true, of: byN8n });
  const names = namesIn(written);
  if (!names) return { isConstant: false, of: byN8n };
  const byPath = (itemIndex: number) => plainValueAt(source.jsonOf(itemIndex), names);
  // n8n reads one item itself: should an expression ever mean something else to it, it reads all of them.
  let isPlain: boolean | undefined;
  return {
    isConstant: false,
    of(itemIndex) {
      const value = byPath(itemIndex);
      if (value === undefined || isPlain === false) return byN8n(itemIndex);
      isPlain ??= byN8n(itemIndex) === value;
      return isPlain ? value : byN8n(itemIndex);
    },
  };
}

function holdsExpression(written: unknown): boolean {
  if (isExpression(written)) return true;
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(holdsExpression);
}

function isExpression(written: unknown): written is string {
  return typeof written === 'string' && written.startsWith('=');
}

function namesIn(written: unknown) {
  const expression = isLocatorById(written) ? written.value : written;
  return typeof expression === 'string' ? itemPathOf(expression) : undefined;
}

/** The modes in which a locator's value is taken as it stands. */
function isLocatorById(written: unknown): written is { mode: string; value: unknown } {
  const { mode } = Object(written) as { mode?: unknown };
  return mode === 'id' || mode === 'list';
}

import type { IGetNodeParameterOptions } from 'n8n-workflow';
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

/** Reads a value as n8n evaluates it: once if it is the same for all items. Objects are then shared by them: do not change them. */
export function evaluatedValue(
  source: ParameterSource,
  path: string,
  written: unknown,
  options?: IGetNodeParameterOptions,
): ItemValue<unknown> {
  const of = (itemIndex: number) => source.evaluated(path, itemIndex, options);
  return holdsExpression(written)
    ? { isConstant: false, of }
    : cachedValue({ isConstant: true, of });
}

function holdsExpression(written: unknown): boolean {
  if (typeof written === 'string') return written.startsWith('=');
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(holdsExpression);
}

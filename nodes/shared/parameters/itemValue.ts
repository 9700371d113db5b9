import type { IGetNodeParameterOptions } from 'n8n-workflow';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf } from '../../../platform/text/values';
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

/** Such as `={{ $json.customer.id }}`, also in a locator. */
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

import type { IGetNodeParameterOptions } from 'n8n-workflow';
import type { ParameterSource } from './parameterSource';
import { ownValue } from '../../../platform/text/names';

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

/** The names that lead from an item's JSON to a value, as `['customer', 'id']` for `={{ $json.customer.id }}`. */
type ItemPath = readonly string[];

const NAME = String.raw`\.[A-Za-z_]\w*`;
const QUOTED_NAME = String.raw`\[(?:"[^"\\\n]*"|'[^'\\\n]*')\]`;
const STEP = `${NAME}|${QUOTED_NAME}`;
const PLAIN_EXPRESSION = new RegExp(String.raw`^=\{\{\s*\$json((?:${STEP})+)\s*\}\}$`);

/** n8n refuses them in expressions. */
const REFUSED_NAMES = ['__proto__', 'constructor', 'prototype'];

/** @returns undefined for an expression that does more than to name a value of its item */
function itemPathOf(expression: string): ItemPath | undefined {
  const [, steps] = PLAIN_EXPRESSION.exec(expression) ?? [];
  const path = steps
    ?.match(new RegExp(STEP, 'g'))
    ?.map((step) => (step.startsWith('.') ? step.slice(1) : step.slice(2, -2)));
  return path?.some((name) => REFUSED_NAMES.includes(name)) ? undefined : path;
}

/** @returns the text, number or boolean at the path; undefined if there is none */
function plainValueAt(json: unknown, path: ItemPath): string | number | boolean | undefined {
  let value = json;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = ownValue(value as Record<string, unknown>, name);
  }
  return isPlain(value) ? value : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

import { ownValue } from '../../../platform/text/names';

/** The names that lead from an item's JSON to a value, as `['customer', 'id']` for `={{ $json.customer.id }}`. */
type ItemPath = readonly string[];

const NAME = String.raw`\.[A-Za-z_]\w*`;
const QUOTED_NAME = String.raw`\[(?:"[^"\\\n]*"|'[^'\\\n]*')\]`;
const STEP = `${NAME}|${QUOTED_NAME}`;
const PLAIN_EXPRESSION = new RegExp(String.raw`^=\{\{\s*\$json((?:${STEP})+)\s*\}\}$`);

/** n8n refuses them in expressions. */
const REFUSED_NAMES = ['__proto__', 'constructor', 'prototype'];

/** @returns undefined for an expression that does more than to name a value of its item */
export function itemPathOf(expression: string): ItemPath | undefined {
  const [, steps] = PLAIN_EXPRESSION.exec(expression) ?? [];
  const path = steps
    ?.match(new RegExp(STEP, 'g'))
    ?.map((step) => (step.startsWith('.') ? step.slice(1) : step.slice(2, -2)));
  return path?.some((name) => REFUSED_NAMES.includes(name)) ? undefined : path;
}

/** @returns the text, number or boolean at the path; undefined if there is none */
export function plainValueAt(json: unknown, path: ItemPath): string | number | boolean | undefined {
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

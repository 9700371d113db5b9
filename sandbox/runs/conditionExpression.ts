import { runInNewContext } from 'node:vm';

const FUNCTIONS = { double: Number, int: parseInt, string: String };
const WORDS = ['true', 'false', ...Object.keys(FUNCTIONS)];

/**
 * Evaluates a condition of a pipeline. Comparisons, logic and arithmetic mean the same in JavaScript; everything else is refused.
 * @throws Error if the text is not a condition, or a variable is missing
 */
export function evaluateCondition(
  expression: string,
  variables: ReadonlyMap<string, string>,
): boolean {
  const bare = expression.replace(/"[^"\\]*"|'[^'\\]*'/g, '0');
  const [wrong] = /[^\w\s.()<>=!&|+*/-]|[^\d]\.|(?<![=!<>])=(?!=)/.exec(bare) ?? [];
  if (wrong !== undefined) throw new Error(`"${wrong}" is not understood`);
  for (const [name] of bare.matchAll(/\b[A-Za-z_]\w*/g)) {
    const isKnown = WORDS.includes(name) || variables.has(name);
    if (!isKnown) throw new Error(`there is no variable ${name}`);
  }
  const context = { ...Object.fromEntries(variables), ...FUNCTIONS };
  const result: unknown = runInNewContext(expression, context);
  if (typeof result !== 'boolean') throw new Error(`${String(result)} is neither true nor false`);
  return result;
}

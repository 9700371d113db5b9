import { runInNewContext } from 'node:vm';

const FUNCTIONS = { double: Number, int: parseInt, string: String };
const ALLOWED_WORDS = ['true', 'false', ...Object.keys(FUNCTIONS)];

/**
 * Evaluates a condition of a pipeline as JavaScript. Only comparisons, logic and arithmetic are allowed, because they have the
 * same meaning in JavaScript and in the platform's language.
 * @throws Error if the expression is invalid or a variable is missing
 */
export function evaluateCondition(
  expression: string,
  variables: ReadonlyMap<string, string>,
): boolean {
  const withoutTexts = expression.replace(/"[^"\\]*"|'[^'\\]*'/g, '0');
  const [wrong] = /[^\w\s.()<>=!&|+*/-]|[^\d]\.|(?<![=!<>])=(?!=)/.exec(withoutTexts) ?? [];
  if (wrong !== undefined) throw new Error(`"${wrong}" is not allowed`);
  for (const [name] of withoutTexts.matchAll(/\b[A-Za-z_]\w*/g)) {
    const isAllowed = ALLOWED_WORDS.includes(name) || variables.has(name);
    if (!isAllowed) throw new Error(`there is no variable ${name}`);
  }
  const context = { ...Object.fromEntries(variables), ...FUNCTIONS };
  const result: unknown = runInNewContext(expression, context);
  if (typeof result !== 'boolean') throw new Error(`${String(result)} is neither true nor false`);
  return result;
}

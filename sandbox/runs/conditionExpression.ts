/** A condition as a pipeline has it, over the variables of a run: comparisons, `&&`, `||`, `!`, arithmetic, and numbers by `double(…)`. */
const TOKEN = /\s*(&&|\|\||[=!<>]=|[<>!()]|"[^"]*"|'[^']*'|\d+(?:\.\d+)?|[-+*/]|[A-Za-z_]\w*)/y;

type Value = string | number | boolean;

const CONVERSIONS = new Map<string, (value: Value) => Value>([
  ['double', Number],
  ['int', (value) => Math.trunc(Number(value))],
  ['string', String],
]);

const PRODUCTS = new Map<string, (one: number, other: number) => number>([
  ['*', (one, other) => one * other],
  ['/', (one, other) => one / other],
]);

const SUMS: typeof PRODUCTS = new Map([
  ['+', (one, other) => one + other],
  ['-', (one, other) => one - other],
]);

const COMPARISONS = new Map<string, (one: Value, other: Value) => boolean>([
  ['==', (one, other) => one === other],
  ['!=', (one, other) => one !== other],
  ['<', (one, other) => one < other],
  ['<=', (one, other) => one <= other],
  ['>', (one, other) => one > other],
  ['>=', (one, other) => one >= other],
]);

/** @throws Error if the text is not a condition, or a variable is missing */
export function evaluateCondition(
  expression: string,
  variables: ReadonlyMap<string, string>,
): boolean {
  const tokens = tokensOf(expression);
  const takes = (sign: string) => tokens[0] === sign && tokens.shift() !== undefined;
  const inBrackets = (): Value => {
    const value = either();
    if (!takes(')')) throw new Error('")" is missing');
    return value;
  };

  const operand = (): Value => {
    if (takes('!')) return !isTrue(operand());
    if (takes('-')) return -numberIn(operand());
    if (takes('(')) return inBrackets();
    const token = tokens.shift() ?? '';
    if (/^["']/.test(token)) return token.slice(1, -1);
    if (/^\d/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (!/^\w/.test(token)) throw new Error('a value is missing');
    const convert = CONVERSIONS.get(token);
    if (convert && takes('(')) return convert(inBrackets());
    const value = variables.get(token);
    if (value === undefined) throw new Error(`there is no variable ${token}`);
    return value;
  };
  const calculation = (signs: typeof PRODUCTS, part: () => Value) => (): Value => {
    let value = part();
    for (;;) {
      const calculate = signs.get(tokens[0] ?? '');
      if (!calculate) return value;
      tokens.shift();
      value = calculate(numberIn(value), numberIn(part()));
    }
  };
  const sum = calculation(SUMS, calculation(PRODUCTS, operand));
  const comparison = (): Value => {
    const one = sum();
    const sign = tokens[0] ?? '';
    const compare = COMPARISONS.get(sign);
    if (!compare || !takes(sign)) return one;
    const other = sum();
    if (typeof one !== typeof other) throw new Error(`${typeof one} ${sign} ${typeof other}`);
    return compare(one, other);
  };
  const both = (): Value => {
    let value = comparison();
    while (takes('&&')) value = [value, comparison()].every(isTrue);
    return value;
  };
  const either = (): Value => {
    let value = both();
    while (takes('||')) value = [value, both()].some(isTrue);
    return value;
  };

  const result = either();
  if (tokens.length > 0) throw new Error('something is left over at the end');
  return isTrue(result);
}

function isTrue(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`${JSON.stringify(value)} is neither true nor false`);
}

function numberIn(value: Value): number {
  if (typeof value === 'number') return value;
  throw new Error(`${JSON.stringify(value)} is not a number`);
}

function tokensOf(expression: string): string[] {
  const text = expression.trimEnd();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`it is not understood at "${text.slice(at)}"`);
    tokens.push(token);
  }
  return tokens;
}

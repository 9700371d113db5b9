/** A condition as a pipeline has it, over the variables of a run: comparisons, `&&`, `||`, `!`, and numbers by `double(…)`. */
const TOKEN = /\s*(&&|\|\||[=!<>]=|[<>!()]|"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|[A-Za-z_]\w*)/y;

type Value = string | number | boolean;

const CONVERSIONS = new Map<string, (value: Value) => Value>([
  ['double', Number],
  ['int', (value) => Math.trunc(Number(value))],
  ['string', String],
]);

const COMPARISONS = new Map<string, (one: Value, other: Value) => boolean>([
  ['==', (one, other) => one === other],
  ['!=', (one, other) => one !== other],
  ['<', (one, other) => one < other],
  ['<=', (one, other) => one <= other],
  ['>', (one, other) => one > other],
  ['>=', (one, other) => one >= other],
]);

/** @throws Error for what is no condition, and for a variable that was not given */
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
    if (takes('(')) return inBrackets();
    const token = tokens.shift() ?? '';
    if (/^["']/.test(token)) return token.slice(1, -1);
    if (/^-?\d/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (!/^\w/.test(token)) throw new Error('a value is missing');
    const convert = CONVERSIONS.get(token);
    if (convert && takes('(')) return convert(inBrackets());
    const value = variables.get(token);
    if (value === undefined) throw new Error(`there is no variable ${token}`);
    return value;
  };
  const comparison = (): Value => {
    const one = operand();
    const sign = tokens[0] ?? '';
    const compare = COMPARISONS.get(sign);
    if (!compare || !takes(sign)) return one;
    const other = operand();
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

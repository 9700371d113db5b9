/** A condition as a pipeline has it, over the variables of a run: comparisons, `&&`, `||`, `!`, and numbers by `double(…)`. */
const TOKEN =
  /\s*(?:(&&|\|\||[=!<>]=|[<>!()])|"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)|([A-Za-z_]\w*))/y;

type Value = string | number | boolean;
type Token = { sign: string } | { value: Value } | { name: string };

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
  const takes = (sign: string) => {
    const [next] = tokens;
    const isNext = next !== undefined && 'sign' in next && next.sign === sign;
    if (isNext) tokens.shift();
    return isNext;
  };
  const require = (sign: string) => {
    if (!takes(sign)) throw new Error(`"${sign}" is missing`);
  };

  const operand = (): Value => {
    if (takes('!')) return !isTrue(operand());
    if (takes('(')) {
      const value = either();
      require(')');
      return value;
    }
    const token = tokens.shift();
    if (token === undefined || 'sign' in token) throw new Error('a value is missing');
    if ('value' in token) return token.value;
    const convert = CONVERSIONS.get(token.name);
    if (convert && takes('(')) {
      const value = convert(either());
      require(')');
      return value;
    }
    const value = variables.get(token.name);
    if (value === undefined) throw new Error(`there is no variable ${token.name}`);
    return value;
  };
  const comparison = (): Value => {
    const one = operand();
    for (const [sign, compare] of COMPARISONS) {
      if (!takes(sign)) continue;
      const other = operand();
      if (typeof one !== typeof other) throw new Error(`${typeof one} ${sign} ${typeof other}`);
      return compare(one, other);
    }
    return one;
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

function tokensOf(expression: string): Token[] {
  const text = expression.trimEnd();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`it is not understood at "${text.slice(at)}"`);
    const [, sign, double, single, number, name] = match;
    if (sign !== undefined) tokens.push({ sign });
    else if (number !== undefined) tokens.push({ value: Number(number) });
    else if (name === 'true' || name === 'false') tokens.push({ value: name === 'true' });
    else if (name !== undefined) tokens.push({ name });
    else tokens.push({ value: double ?? single ?? '' });
  }
  return tokens;
}

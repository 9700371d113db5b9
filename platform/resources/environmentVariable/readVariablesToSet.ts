import { InvalidInputError } from '../../common/errors/errors';
import { parseExactJson } from '../../common/text/exactJson';
import { getLineAt } from '../../common/text/strictJson';
import { cleanName, withoutByteOrderMark } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { VARIABLE } from './fields';
import type { VariableToSet } from './variable';

/** The format `env` is that of a `.env` file. */
export type VariableFormat = 'json' | 'env';

/**
 * Reads the variables that a user wrote.
 * @param written text; for `json`, also an object with values by name, or a list of variables
 * @throws InvalidInputError with the line or name of an invalid variable, but without its value
 */
export function readVariablesToSet(format: VariableFormat, written: unknown): VariableToSet[] {
  const variables = format === 'env' ? parseEnvFile(written) : parseJsonVariables(written);
  const names = new Set<string>();
  for (const { name } of variables) {
    if (names.has(name)) throw invalidVariablesError(`the variable "${name}" is set twice`);
    names.add(name);
  }
  return variables;
}

const JSON_FORMAT =
  'Write { "REGION": "eu", "PASSWORD": { "value": "…", "isPassword": true } }, or an array of objects with "name" and "value".';

function parseJsonVariables(written: unknown): VariableToSet[] {
  const value = typeof written === 'string' ? parseJson(withoutByteOrderMark(written)) : written;
  if (Array.isArray(value)) return value.map((entry) => readVariable(undefined, entry));
  if (isObject(value))
    return Object.entries(value).map(([name, entry]) => readVariable(name, entry));
  throw invalidVariablesError('they are neither a JSON object nor a JSON array', JSON_FORMAT);
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text, changesWhenPrinted).value;
  } catch {
    throw invalidVariablesError('they are not JSON', JSON_FORMAT);
  }
}

/** @param nameInObject undefined for an entry of a list, which contains its name */
function readVariable(nameInObject: string | undefined, entry: unknown): VariableToSet {
  const details = isObject(entry) ? entry : { value: entry };
  const name = requireValidName(nameInObject ?? details.name);
  const { value, isPassword, description } = details;
  const allowedFields = nameInObject === undefined ? FIELDS_IN_LIST : FIELDS_IN_OBJECT;
  const unknownField = Object.keys(details).find((field) => !allowedFields.includes(field));
  if (unknownField !== undefined)
    throw invalidVariablesError(
      `the variable "${name}" has no field "${cleanName(unknownField)}"`,
      JSON_FORMAT,
    );
  if (typeof value === 'object' && value !== null) {
    throw invalidVariablesError(
      `the value of "${name}" is not a text, a number, or a boolean`,
      JSON_FORMAT,
    );
  }
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalidVariablesError(
      `the value of "${name}" is a whole number beyond 2^53, which may have lost digits`,
      'Write the value as text.',
    );
  }
  if (isPassword !== undefined && typeof isPassword !== 'boolean') {
    throw invalidVariablesError(
      `the field "isPassword" of "${name}" must be true or false`,
      JSON_FORMAT,
    );
  }
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw invalidVariablesError(`the description of "${name}" is not a text`, JSON_FORMAT);
  }
  return {
    name,
    value: String(value ?? ''),
    ...(isPassword === true && { isPassword }),
    ...(typeof description === 'string' && { description }),
  };
}

/** An entry of a list may have all fields that "Get Many" returns. */
const FIELDS_IN_LIST = Object.keys(VARIABLE);
const FIELDS_IN_OBJECT = FIELDS_IN_LIST.filter((name) => !['name', 'id', 'scope'].includes(name));

function requireValidName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  throw invalidVariablesError(
    name === ''
      ? 'a variable has no name'
      : `"${name.slice(0, 100)}" is not a valid name for a variable`,
    'A name starts with a letter and contains only letters, digits, and "_".',
  );
}

/** Matches the start of `NAME=value`, with or without `export`. */
const NAME_AND_EQUALS_SIGN = /[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/y;
const BLANK_LINE_OR_COMMENT = /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y;
const COMMENT_AND_LINE_END = /(?:[ \t]+#[^\r\n]*|[ \t]*)(?:\r?\n|$)/y;
const REST_OF_LINE = /([^\r\n]*)(?:\r?\n|$)/y;

function parseEnvFile(written: unknown): VariableToSet[] {
  const text = typeof written === 'string' ? withoutByteOrderMark(written) : '';
  const variables: VariableToSet[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    if (take(BLANK_LINE_OR_COMMENT)) continue;
    const start = take(NAME_AND_EQUALS_SIGN);
    if (!start)
      throw invalidVariablesError(
        `line ${getLineAt(text, at)} is not a variable`,
        'Use lines such as NAME=value.',
      );
    const name = requireValidName(start[1]);
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") {
      const [, value = ''] = take(REST_OF_LINE) ?? [];
      variables.push({ name, value: value.replace(/(?:^|\s)#[^]*$/, '').trim() });
      continue;
    }
    const quoteStart = at;
    const end = findClosingQuote(text, quoteStart);
    if (end === undefined)
      throw invalidVariablesError(
        `the quote that opens in line ${getLineAt(text, at)} is not closed`,
        CLOSE_QUOTE_HINT,
      );
    const value = text.slice(at + 1, end);
    at = end + 1;
    if (!take(COMMENT_AND_LINE_END)) {
      const [firstLine, lastLine] = [getLineAt(text, quoteStart), getLineAt(text, at)];
      const ofValue =
        firstLine === lastLine ? '' : ` of the value that begins in line ${firstLine}`;
      throw invalidVariablesError(
        `line ${lastLine} has text after the closing quote${ofValue}`,
        QUOTE_VALUE_HINT,
      );
    }
    variables.push({ name, value: quote === '"' ? value.replace(ESCAPE, unescape) : value });
  }
  return variables;
}

const CLOSE_QUOTE_HINT =
  'Close the quote. In double quotes, write a quote as \\" and a backslash before a quote as \\\\.';
const QUOTE_VALUE_HINT =
  'Put the quotes around the whole value, and a space before a comment. In double quotes, write a quote as \\".';

/** In double quotes, a backslash escapes the next character. */
function findClosingQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return at;
    if (character === '\\' && quote === '"') at++;
  }
  return undefined;
}

const ESCAPE = /\\([nrt"\\])/g;
const ESCAPED_CHARACTERS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescape(_all: string, letter: string): string {
  return ESCAPED_CHARACTERS.get(letter) ?? letter;
}

function invalidVariablesError(
  problem: string,
  hint = 'Set each variable only once.',
): InvalidInputError {
  return new InvalidInputError(
    `The variables are not valid: ${problem}`,
    `${hint} Nothing was changed.`,
  );
}

/** For example, JavaScript prints 1.10 as 1.1. */
function changesWhenPrinted(number: string): boolean {
  return String(Number(number)) !== number;
}

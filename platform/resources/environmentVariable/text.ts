import { InvalidInputError } from '../../common/errors/errors';
import { parseExactJson } from '../../common/text/exactJson';
import { cleanName, withoutByteOrderMark } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { VARIABLE as FIELDS_OF_VARIABLE } from './fields';
import type { VariableToSet } from './variable';

/** `env` means the lines of a `.env` file. */
export type VariableFormat = 'json' | 'env';

/**
 * @param given for `json`, an object of names and values, a list of variables, or the text of either
 * @throws InvalidInputError with the line or name of an invalid variable, but without its value
 */
export function readVariables(format: VariableFormat, given: unknown): VariableToSet[] {
  const variables = format === 'env' ? parseLines(given) : parseVariables(given);
  const names = new Set<string>();
  for (const { name } of variables) {
    if (names.has(name)) throw invalid(`the variable "${name}" is set twice`);
    names.add(name);
  }
  return variables;
}

const JSON_FORM =
  'Write { "REGION": "eu", "PASSWORD": { "value": "…", "isPassword": true } }, or an array of objects with "name" and "value".';

function parseVariables(given: unknown): VariableToSet[] {
  const value = typeof given === 'string' ? parseJson(withoutByteOrderMark(given)) : given;
  if (Array.isArray(value)) return value.map((entry) => readVariable(undefined, entry));
  if (isObject(value))
    return Object.entries(value).map(([name, entry]) => readVariable(name, entry));
  throw invalid('they are neither a JSON object nor a JSON array', JSON_FORM);
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text, isWrittenOtherwise).value;
  } catch {
    throw invalid('they are not JSON', JSON_FORM);
  }
}

function readVariable(known: string | undefined, entry: unknown): VariableToSet {
  const details = isObject(entry) ? entry : { value: entry };
  const name = readName(known ?? details.name);
  const { value, isPassword, description } = details;
  const fields = known === undefined ? FIELDS_IN_LIST : FIELDS_BY_NAME;
  const stray = Object.keys(details).find((field) => !fields.includes(field));
  if (stray !== undefined)
    throw invalid(`the variable "${name}" has no field "${cleanName(stray)}"`, JSON_FORM);
  if (typeof value === 'object' && value !== null) {
    throw invalid(`the value of "${name}" is not a text, a number, or a boolean`, JSON_FORM);
  }
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid(
      `the value of "${name}" is a whole number beyond 2^53, which may have lost digits`,
      'Give it as text.',
    );
  }
  if (isPassword !== undefined && typeof isPassword !== 'boolean') {
    throw invalid(`the field "isPassword" of "${name}" is neither true nor false`, JSON_FORM);
  }
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw invalid(`the description of "${name}" is not a text`, JSON_FORM);
  }
  return {
    name,
    value: String(value ?? ''),
    ...(isPassword === true && { isPassword }),
    ...(typeof description === 'string' && { description }),
  };
}

/** A list has entries as "Get Many" returns them. */
const FIELDS_IN_LIST = Object.keys(FIELDS_OF_VARIABLE);
const FIELDS_BY_NAME = FIELDS_IN_LIST.filter((name) => !['name', 'id', 'scope'].includes(name));

function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  throw invalid(
    name === '' ? 'one has no name' : `"${name.slice(0, 100)}" is not a name for one`,
    'A name starts with a letter and contains only letters, digits, and "_".',
  );
}

/** The start of `NAME=value`, with or without `export`. */
const START = /[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/y;
const NOTHING = /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y;
const COMMENT_AND_END = /(?:[ \t]+#[^\r\n]*|[ \t]*)(?:\r?\n|$)/y;
const REST_OF_LINE = /([^\r\n]*)(?:\r?\n|$)/y;

function parseLines(given: unknown): VariableToSet[] {
  const text = typeof given === 'string' ? withoutByteOrderMark(given) : '';
  const variables: VariableToSet[] = [];
  let at = 0;
  const line = (offset = at) => text.slice(0, offset).split('\n').length;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    if (take(NOTHING)) continue;
    const start = take(START);
    if (!start) throw invalid(`line ${line()} is not a variable`, 'Use lines such as NAME=value.');
    const name = readName(start[1]);
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") {
      const [, value = ''] = take(REST_OF_LINE) ?? [];
      variables.push({ name, value: value.replace(/(?:^|\s)#[^]*$/, '').trim() });
      continue;
    }
    const opened = at;
    const end = findClosingQuote(text, opened);
    if (end === undefined)
      throw invalid(`the quote that opens in line ${line()} is not closed`, CLOSE_IT);
    const value = text.slice(at + 1, end);
    at = end + 1;
    if (!take(COMMENT_AND_END)) {
      const which = line() === line(opened) ? '' : ` of the one in line ${line(opened)}`;
      throw invalid(`line ${line()} has text after the closing quote${which}`, QUOTE_ALL);
    }
    variables.push({ name, value: quote === '"' ? value.replace(ESCAPE, unescaped) : value });
  }
  return variables;
}

const CLOSE_IT =
  'Close it. In double quotes, write a quote as \\" and a backslash before it as \\\\.';
const QUOTE_ALL =
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
const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescaped(_all: string, letter: string): string {
  return ESCAPES.get(letter) ?? letter;
}

function invalid(problem: string, hint = 'Set each of them only once.'): InvalidInputError {
  return new InvalidInputError(
    `The variables are not valid: ${problem}`,
    `${hint} Nothing was changed.`,
  );
}

/** JavaScript would write 1.10 as 1.1. */
function isWrittenOtherwise(number: string): boolean {
  return String(Number(number)) !== number;
}

import { InvalidInputError } from '../../errors/errors';
import { repeatedName } from '../../text/strictJson';
import { excerpt, withoutByteOrderMark } from '../../text/text';
import { isObject } from '../../text/values';
import { VARIABLE as FIELDS_OF_VARIABLE } from './variable';
import type { VariableToSet } from './set';

/** Variables as somebody writes them: JSON, or the lines of a `.env` file. */
export type VariableFormat = 'json' | 'env';

/**
 * @param given for `json` an object of names and values, or a list of variables; an expression may give either itself
 * @throws InvalidInputError naming the line or the variable that cannot be used; its value is not shown
 */
export function readVariables(format: VariableFormat, given: unknown): VariableToSet[] {
  const variables = format === 'env' ? ofLines(given) : ofJson(given);
  const names = new Set<string>();
  for (const { name } of variables) {
    if (names.has(name)) throw invalid(`the variable "${name}" is set twice`);
    names.add(name);
  }
  return variables;
}

const JSON_FORM =
  'Write { "REGION": "eu", "PASSWORD": { "value": "…", "isPassword": true } }, or an array of objects with "name" and "value".';

function ofJson(given: unknown): VariableToSet[] {
  const value = typeof given === 'string' ? parsed(withoutByteOrderMark(given)) : given;
  if (Array.isArray(value)) return value.map((entry) => variableOf(undefined, entry));
  if (isObject(value)) return Object.entries(value).map(([name, entry]) => variableOf(name, entry));
  throw invalid('they are neither a JSON object nor a JSON array', JSON_FORM);
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('they are not JSON', JSON_FORM);
  }
  const twice = repeatedName(text);
  if (twice !== undefined) throw invalid(`the name "${shown(twice)}" is set twice`);
  return value;
}

function variableOf(known: string | undefined, entry: unknown): VariableToSet {
  const details = isObject(entry) ? entry : { value: entry };
  const name = readName(known ?? details.name);
  const { value, isPassword, description } = details;
  const fields = known === undefined ? FIELDS_OF_A_LIST : FIELDS;
  const stray = Object.keys(details).find((field) => !fields.includes(field));
  if (stray !== undefined)
    throw invalid(`the variable "${name}" has no field "${shown(stray)}"`, JSON_FORM);
  if (typeof value === 'object' && value !== null) {
    throw invalid(`the value of "${name}" is not a text, a number, or a boolean`, JSON_FORM);
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

/** What an entry of a list can hold, as "Get Many" gives it. */
const FIELDS_OF_A_LIST = Object.keys(FIELDS_OF_VARIABLE);
/** What an object by the name of a variable can hold. */
const FIELDS = FIELDS_OF_A_LIST.filter((name) => !['name', 'id', 'scope'].includes(name));

function shown(name: string): string {
  return excerpt(name, [], 100);
}

function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  throw invalid(
    name === '' ? 'one has no name' : `"${name.slice(0, 100)}" is not a name for one`,
    'A name starts with a letter and contains only letters, digits, and "_".',
  );
}

/** `NAME=value`, also with `export`, quotes, values of several lines in quotes, and comments. */
const VARIABLE =
  /[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)'|([^\r\n]*))[^\r\n]*(?:\r?\n|$)/y;
const NOTHING = /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y;

function ofLines(given: unknown): VariableToSet[] {
  const text = typeof given === 'string' ? withoutByteOrderMark(given) : '';
  const variables: VariableToSet[] = [];
  for (let at = 0; at < text.length;) {
    NOTHING.lastIndex = at;
    if (NOTHING.test(text) && NOTHING.lastIndex > at) {
      at = NOTHING.lastIndex;
      continue;
    }
    VARIABLE.lastIndex = at;
    const found = VARIABLE.exec(text);
    if (!found) {
      const line = text.slice(0, at).split('\n').length;
      throw invalid(`line ${line} is not a variable`, 'Use lines such as NAME=value.');
    }
    const [, name, doubleQuoted, singleQuoted, plain = ''] = found;
    const value =
      doubleQuoted?.replace(/\\([^])/g, unescaped) ??
      singleQuoted ??
      plain.replace(/(?:^|\s)#[^]*$/, '').trim();
    variables.push({ name: readName(name), value });
    at = VARIABLE.lastIndex;
  }
  return variables;
}

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

import {
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  TokenKind,
  type DocumentNode,
  type SelectionNode,
} from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { MAX_NESTED_LEVELS, nestedTooDeeplyError } from '../../common/input/plainJson';
import { excerpt } from '../../common/text/text';

/**
 * @param name name of the text in messages, such as "query"
 * @throws InvalidInputError with the line and column of a syntax error
 */
export function parseGraphql(text: string, name: string): DocumentNode {
  try {
    requireFewLevels(text, name);
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new InvalidInputError(
      `The ${name} has a syntax error${formatLocation(error)}`,
      `${describeSyntaxError(error)} Nothing was sent.`,
    );
  }
}

/** @param text with or without its outer braces */
export function parseSelectionSet(text: string): readonly SelectionNode[] {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw new InvalidInputError(
      'The selection is empty',
      'Enter field names, for example: id name',
    );
  }
  const braced = trimmed.startsWith('{') ? trimmed : `{ ${trimmed} }`;
  const [definition, ...others] = parseGraphql(braced, 'selection').definitions;
  if (others.length > 0 || definition?.kind !== Kind.OPERATION_DEFINITION) {
    throw new InvalidInputError(
      'The selection contains more than a selection set',
      'Enter only the part between the braces, for example: id name technology { id }',
    );
  }
  return definition.selectionSet.selections;
}

/** Returns text such as ` at line 3, column 1`; empty if the location is unknown. */
export function formatLocation({ locations = [] }: GraphQLError): string {
  const [location] = locations;
  return location ? ` at line ${location.line}, column ${location.column}` : '';
}

const LEVEL_CHANGES: ReadonlyMap<TokenKind, number> = new Map([
  [TokenKind.BRACE_L, 1],
  [TokenKind.BRACKET_L, 1],
  [TokenKind.PAREN_L, 1],
  [TokenKind.BRACE_R, -1],
  [TokenKind.BRACKET_R, -1],
  [TokenKind.PAREN_R, -1],
]);

/** Limits the nesting, because the parser and the functions that read its result are recursive. */
function requireFewLevels(text: string, name: string): void {
  const lexer = new Lexer(new Source(text));
  let levels = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; kind = lexer.advance().kind) {
    levels += LEVEL_CHANGES.get(kind) ?? 0;
    if (levels > MAX_NESTED_LEVELS) throw nestedTooDeeplyError(`The ${name}`);
  }
}

/** Replaces `<EOF>`, which n8n would show as an HTML tag. */
function describeSyntaxError({ message }: GraphQLError): string {
  return message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end');
}

const MAX_SHOWN_PROBLEMS = 15;

/** Returns one problem per line. If there are too many, the last line says how many are not shown. */
export function formatProblems(
  problems: readonly string[],
  secrets: readonly string[] = [],
): string {
  const lines = problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem) => excerpt(problem, secrets));
  const others = problems.length - lines.length;
  return [...lines, ...(others > 0 ? [`… and ${others} more`] : [])].join('\n');
}

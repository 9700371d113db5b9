import ts from 'typescript';

export interface Mutation {
  file: string;
  start: number;
  end: number;
  replacement: string;
}

const OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
]);

/**
 * Finds possible changes: other operators, constant conditions, other booleans and deleted calls. Numbers are not changed, because
 * most of them are sizes and times that tests should not fix.
 */
export function findMutations(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (node: ts.Node, replacement: string) =>
    found.push({ file, start: node.getStart(), end: node.getEnd(), replacement });
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    const operator = ts.isBinaryExpression(node)
      ? OPERATORS.get(node.operatorToken.kind)
      : undefined;
    if (operator !== undefined && ts.isBinaryExpression(node)) add(node.operatorToken, operator);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText());
    }
    if (ts.isIfStatement(node)) {
      add(node.expression, 'true');
      add(node.expression, 'false');
    }
    if (ts.isConditionalExpression(node)) {
      add(node, node.whenTrue.getText());
      add(node, node.whenFalse.getText());
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isCall(node: ts.Expression): boolean {
  return ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);
}

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Formats a mutation as file, line, old code and new code. */
export function describeMutation(
  text: string,
  { file, start, end, replacement }: Mutation,
): string {
  const line = text.slice(0, start).split('\n').length;
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(text.slice(start, end))}  ->  ${short(replacement)}`;
}

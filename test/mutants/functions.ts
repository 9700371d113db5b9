import ts from 'typescript';

export interface SourceFunction {
  start: number;
  end: number;
  /** Position after the opening brace of the body. */
  bodyStart: number;
}

export function findFunctions(file: string, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const bodyStart = node.body.getStart() + 1;
      // Constructors are omitted, because no statement may precede the call of super().
      if (!ts.isConstructorDeclaration(node))
        found.push({ start: node.getStart(), end: node.getEnd(), bodyStart });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Finds the smallest function around a position. */
export function findFunctionAround(
  functions: readonly SourceFunction[],
  at: number,
): SourceFunction | undefined {
  return functions
    .filter(({ start, end }) => start <= at && at < end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** Adds a statement to each function that reports its calls to environment.cjs. */
export function addNotes(
  text: string,
  functions: readonly SourceFunction[],
  getId: (sourceFunction: SourceFunction) => number,
): string {
  let result = text;
  for (const sourceFunction of [...functions].sort((a, b) => b.bodyStart - a.bodyStart)) {
    const note = ` (globalThis as any).__touched?.add(${getId(sourceFunction)});`;
    const { bodyStart } = sourceFunction;
    result = result.slice(0, bodyStart) + note + result.slice(bodyStart);
  }
  return result;
}

export function buildFunctionName(file: string, start: number): string {
  return `${file}@${start}`;
}

import ts from 'typescript';

export interface SourceFunction {
  start: number;
  end: number;
  /** Position for a first statement. */
  bodyStart: number;
}

export function findFunctions(file: string, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const bodyStart = node.body.getStart() + 1;
      // Nothing may come before a call of the parent's constructor.
      if (!ts.isConstructorDeclaration(node))
        found.push({ start: node.getStart(), end: node.getEnd(), bodyStart });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Finds the smallest function around a position. */
export function functionAround(
  functions: readonly SourceFunction[],
  at: number,
): SourceFunction | undefined {
  return functions
    .filter(({ start, end }) => start <= at && at < end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** Makes each function tell environment.cjs that it was called. */
export function addNotes(
  text: string,
  functions: readonly SourceFunction[],
  id: (one: SourceFunction) => number,
): string {
  let noted = text;
  for (const one of [...functions].sort((a, b) => b.bodyStart - a.bodyStart)) {
    const note = ` (globalThis as any).__touched?.add(${id(one)});`;
    noted = noted.slice(0, one.bodyStart) + note + noted.slice(one.bodyStart);
  }
  return noted;
}

export function functionName(file: string, start: number): string {
  return `${file}@${start}`;
}

import ts from 'typescript';

/** A function with a body in a source file. */
export interface SourceFunction {
  start: number;
  end: number;
  /** Where its first statement would stand. */
  bodyStart: number;
}

export function functionsOf(file: string, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const bodyStart = node.body.getStart() + 1;
      // Nothing may stand before a call of the parent's constructor.
      if (!ts.isConstructorDeclaration(node))
        found.push({ start: node.getStart(), end: node.getEnd(), bodyStart });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** The smallest function around a place, by where it starts; undefined at the top of a file. */
export function functionAround(
  functions: readonly SourceFunction[],
  at: number,
): SourceFunction | undefined {
  return functions
    .filter(({ start, end }) => start <= at && at < end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** The file with each function noting in the file that TOUCHED_FILE names that a test called it. */
export function noting(file: string, text: string): string {
  let noted = text;
  for (const { start, bodyStart } of functionsOf(file, text).sort(
    (a, b) => b.bodyStart - a.bodyStart,
  )) {
    const note = ` __touched(${JSON.stringify(nameOf(file, start))});`;
    noted = noted.slice(0, bodyStart) + note + noted.slice(bodyStart);
  }
  return noted + NOTE;
}

export function nameOf(file: string, start: number): string {
  return `${file}@${start}`;
}

const NOTE = `
function __touched(name: string): void {
  const seen: Set<string> = ((__touched as any).seen ??= new Set());
  if (seen.has(name)) return;
  seen.add(name);
  const test = (globalThis as any).expect?.getState().testPath;
  const line = JSON.stringify({ name, test }) + '\\n';
  if (test) (process as any).getBuiltinModule('node:fs').appendFileSync(process.env.TOUCHED_FILE, line);
}
`;

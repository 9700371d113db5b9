import ts from 'typescript';

export interface SourceFunction {
  start: number;
  end: number;
  /** Position after the opening brace of the body, or of the expression that an arrow function returns. */
  bodyStart: number;
  /** If false, the body is an expression, which ends where the function ends. */
  hasBlock: boolean;
}

export function findFunctions(file: string, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    // Constructors are omitted, because no statement may precede the call of super().
    const isFunction = ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node);
    if (isFunction && 'body' in node && node.body) {
      const hasBlock = ts.isBlock(node.body);
      const bodyStart = node.body.getStart() + (hasBlock ? 1 : 0);
      found.push({ start: node.getStart(), end: node.getEnd(), bodyStart, hasBlock });
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

/** Adds code to each function that reports its calls to environment.cjs. */
export function addNotes(
  text: string,
  functions: readonly SourceFunction[],
  getId: (sourceFunction: SourceFunction) => number,
): string {
  const insertions = functions.flatMap((sourceFunction): Array<[at: number, code: string]> => {
    const { bodyStart, end, hasBlock } = sourceFunction;
    const note = `(globalThis as any).__touched?.add(${getId(sourceFunction)})`;
    if (hasBlock) return [[bodyStart, ` ${note};`]];
    return [
      [bodyStart, `(${note}, `],
      [end, ')'],
    ];
  });
  let result = text;
  for (const [at, code] of insertions.sort(([a], [b]) => b - a)) {
    result = result.slice(0, at) + code + result.slice(at);
  }
  return result;
}

export function buildFunctionName(file: string, start: number): string {
  return `${file}@${start}`;
}

/** Where nodes are drawn: a part of a graph that not every platform keeps. */
export const POSITIONS = 'version.graph.position';

const EVERYTHING = '*';

/** The option "Leave Out If Not Supported": fields as a plan names them, kinds in the plural, `variables`. */
export class LeaveOut {
  private readonly names: ReadonlySet<string>;

  constructor(names: Iterable<string> = []) {
    this.names = new Set(names);
  }

  /** Returns true if the name, or a name around it, is to be left out. */
  has(name: string): boolean {
    const parts = name.split('.');
    const outer = parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
    return [...outer, EVERYTHING].some((one) => this.names.has(one));
  }
}

export function unsupportedReason(names: readonly string[]): string {
  return `The target does not support ${names.join(', ')}. To deploy without it, add it to "Leave Out If Not Supported".`;
}

export function leftOutReason(names: readonly string[]): string {
  return `Left out because the target does not support it: ${names.join(', ')}.`;
}

/** Returns "unchanged" if the user chose to leave it out, otherwise "blocked". */
export function blockedOrLeftOut(name: string, leaveOut: LeaveOut) {
  return leaveOut.has(name)
    ? { action: 'unchanged' as const, reason: leftOutReason([name]) }
    : { action: 'blocked' as const, reason: unsupportedReason([name]), unsupported: [name] };
}

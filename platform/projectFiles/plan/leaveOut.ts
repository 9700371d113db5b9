/** Where nodes are drawn: a part of a graph that not every platform keeps. */
export const POSITIONS = 'version.graph.position';

const EVERYTHING = '*';

/** What is left out where the target does not support it: fields as a plan names them, kinds in the plural, `variables`. */
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

/** Why something is blocked. */
export function unsupportedReason(names: readonly string[]): string {
  return `The target does not support ${names.join(', ')}. To deploy without it, add it to "Leave Out If Not Supported".`;
}

/** What becomes of a field or a kind that the target does not support. */
export function blockedOrLeftOut(name: string, leaveOut: LeaveOut) {
  return leaveOut.has(name)
    ? { action: 'unchanged' as const, reason: leftOutReason([name]) }
    : { action: 'blocked' as const, reason: unsupportedReason([name]), unsupported: [name] };
}

/** What a plan says of what is left out. */
export function leftOutReason(names: readonly string[]): string {
  return `Left out because the target does not support it: ${names.join(', ')}.`;
}

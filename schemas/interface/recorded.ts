/** What saved workflows, credentials and expressions rely on, of each node in each of its versions. */
export interface Interface {
  /** By name, as `dataPlatformApi`. */
  credentials: Record<string, { fields: Record<string, Field> }>;
  /** By name and version, as `dataPlatformProjects 1`. */
  nodes: Record<string, NodeInterface>;
}

export interface NodeInterface {
  /** Kinds of connections and whether it is a tool of agents, too. */
  shape: { inputs: string[]; outputs: string[]; isTool?: true; isTrigger?: true };
  credentials: Record<string, Pick<Field, 'required' | 'if'>>;
  /** By operation and place, as `job/run: options.timeout`; without an operation where there are none. */
  parameters: Record<string, Field>;
  /** Types by operation and place, as `job/get: currentVersion.ports[].name`. */
  outputs: Record<string, string>;
}

/** A parameter or a field of a credential; what does not apply is left out. */
export interface Field {
  type: string;
  default?: unknown;
  required?: true;
  choices?: unknown[];
  /** Ways to say what is meant, of a resource locator. */
  modes?: string[];
  min?: number;
  max?: number;
  precision?: number;
  isList?: true;
  noExpression?: true;
  /** When it is shown, beside resource, operation and version. */
  if?: Conditions;
}

export interface Conditions {
  show?: Record<string, unknown[]>;
  hide?: Record<string, unknown[]>;
}

/** So deep is one entry: it stands in one line, for short differences. */
const DEPTH_OF_ENTRIES = 4;

/** The text of `interface.json`: sorted, a parameter or a value put out in each line. */
export function textOf(recorded: Interface): string {
  return `${linesOf(recorded, 0)}\n`;
}

function linesOf(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth === DEPTH_OF_ENTRIES) {
    return JSON.stringify(value);
  }
  const names = Object.keys(value).sort();
  if (names.length === 0) return '{}';
  const indent = '  '.repeat(depth + 1);
  const inner = names.map((name) => {
    const one = (value as Record<string, unknown>)[name];
    return `${indent}${JSON.stringify(name)}: ${linesOf(one, isFlat(one) ? DEPTH_OF_ENTRIES : depth + 1)}`;
  });
  return `{\n${inner.join(',\n')}\n${'  '.repeat(depth)}}`;
}

/** Lists stand in one line at any depth. */
function isFlat(value: unknown): boolean {
  return Array.isArray(value);
}

import type { ClusterNode } from '../kubernetes/objects';
import { CancelledError, PlatformError } from '../errors/errors';

/** What section 1 of the interface asks of a node, with the words for it in a table. */
const REQUIREMENTS = {
  gpuTaint: 'GPU taint',
  gpuSupport: 'GPU support in the platform',
  admissionController: 'Admission controller',
  singleGpuVendor: 'One GPU vendor',
  platformCommonLabel: 'Label platform-common',
  sameLabels: 'Same labels on dedicated nodes',
} as const;

type Requirement = keyof typeof REQUIREMENTS;

export interface Finding {
  requirement: Requirement;
  /** null: it cannot be told. */
  ok: boolean | null;
  found: string;
  expected: string;
  /** The kubectl command that mends it, or what to do where kubectl cannot; empty where it is fine. */
  fix: string;
}

export type NodeRole = 'gpu' | 'platformCommon' | 'both' | 'none';

export interface NodeReport {
  node: string;
  role: NodeRole;
  /** Only where every requirement is known to hold. */
  ready: boolean;
  /** What does not hold or cannot be told, in words for a table. */
  summary: string;
  /** How to mend all of it, one a line; left out where there is nothing to mend. */
  fix?: string;
  findings: Finding[];
}

export function reportOf(node: ClusterNode, role: NodeRole, findings: Finding[]): NodeReport {
  const open = findings.filter(({ ok }) => ok !== true);
  return {
    node: node.name,
    role,
    ready: open.length === 0,
    summary: open.map(summaryOf).join('; ') || (role === 'none' ? 'Needs nothing' : 'Ready'),
    ...(open.length > 0 && { fix: open.map(({ fix }) => fix).join('\n') }),
    findings,
  };
}

function summaryOf({ requirement, found }: Finding): string {
  return `${REQUIREMENTS[requirement]}: ${found}`;
}

/** A finding that needs no mending has no fix. */
export function finding(
  requirement: Requirement,
  ok: boolean | null,
  { found, expected, fix }: Pick<Finding, 'found' | 'expected' | 'fix'>,
): Finding {
  return { requirement, ok, found, expected, fix: ok === true ? '' : fix };
}

/** Something that holds for the whole cluster or platform, or that could not be found out. */
export interface Fact {
  /** null: it cannot be told. */
  ok: boolean | null;
  found: string;
  /** What to do where it is not fine. */
  fix: string;
}

/** What could not be asked is unknown, never fine; a cancelled execution stays cancelled. */
export async function orUnknown(
  ask: () => Promise<Fact>,
  unknown = ({ message, hint }: PlatformError): Fact => ({
    ok: null,
    found: `unknown: ${message}`,
    fix: hint,
  }),
): Promise<Fact> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    return unknown(error);
  }
}

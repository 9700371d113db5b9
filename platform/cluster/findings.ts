import { CancelledError, PlatformError } from '../common/errors/errors';
import type { ClusterNode } from './objects';

/** The requirements of section 1 of the interface, with their names in a summary. */
const REQUIREMENTS = {
  gpuTaint: 'GPU taint',
  gpuSupport: 'GPU support in the platform',
  admissionController: 'Admission controller',
  singleGpuVendor: 'One GPU vendor',
  platformCommonLabel: 'Label platform-common',
  sameLabels: 'Same labels on dedicated nodes',
} as const;

export interface Fact {
  /** Null if unknown. */
  ok: boolean | null;
  found: string;
  /** The kubectl command that fixes it, or the next step if there is none; not used if `ok` is true. */
  fix: string;
}

export interface Finding extends Fact {
  requirement: keyof typeof REQUIREMENTS;
  expected: string;
}

export type NodeRole = 'gpu' | 'platformCommon' | 'both' | 'none';

export interface NodeReport {
  node: string;
  role: NodeRole;
  /** True only if every requirement is known to be met. */
  ready: boolean;
  /** Names the requirements that are not met or unknown. */
  summary: string;
  /** One command per line; undefined if nothing has to be fixed. */
  fix?: string;
  findings: Finding[];
}

export function buildReport(node: ClusterNode, role: NodeRole, findings: Finding[]): NodeReport {
  const open = findings.filter(({ ok }) => ok !== true);
  const words = open.map(({ requirement, found }) => `${REQUIREMENTS[requirement]}: ${found}`);
  return {
    node: node.name,
    role,
    ready: open.length === 0,
    summary: words.join('; ') || (role === 'none' ? 'Needs nothing' : 'Ready'),
    ...(open.length > 0 && { fix: open.map(({ fix }) => fix).join('\n') }),
    findings,
  };
}

export function finding(
  requirement: Finding['requirement'],
  expected: string,
  { ok, found, fix }: Fact,
): Finding {
  return { requirement, ok, found, expected, fix: ok === true ? '' : fix };
}

/**
 * A fact that cannot be read is unknown, which is never "met".
 * @throws CancelledError
 */
export async function readOrUnknown(
  read: () => Promise<Fact>,
  unknown: (error: PlatformError) => Fact,
): Promise<Fact> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    return unknown(error);
  }
}

import { CancelledError, PlatformError } from '../common/errors/errors';
import type { ClusterNode } from './objects';

/** Names of the requirements of section 1 of the interface, for summaries. */
const REQUIREMENTS = {
  gpuTaint: 'GPU taint',
  gpuSupport: 'GPU support in the platform',
  admissionController: 'Admission controller',
  singleGpuVendor: 'One GPU vendor',
  platformCommonLabel: 'Label platform-common',
  sameLabels: 'Same labels on dedicated nodes',
} as const;

/** The state of a requirement. A `Finding` also names the requirement. */
export interface Fact {
  /** True if the requirement is met; null if unknown. */
  ok: boolean | null;
  found: string;
  /** A kubectl command, or the next step in words. Ignored if `ok` is true. */
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
  /** True only if every checked requirement is known to be met. */
  ready: boolean;
  /** Names the unmet and the unknown requirements, or says that there are none. */
  summary: string;
  /** One command or step per line; undefined if nothing has to be fixed. */
  fix?: string;
  findings: Finding[];
}

export function buildReport(node: ClusterNode, role: NodeRole, findings: Finding[]): NodeReport {
  const unmet = findings.filter(({ ok }) => ok !== true);
  const problems = unmet.map(({ requirement, found }) => `${REQUIREMENTS[requirement]}: ${found}`);
  return {
    node: node.name,
    role,
    ready: unmet.length === 0,
    summary: problems.join('; ') || (role === 'none' ? 'Needs nothing' : 'Ready'),
    ...(unmet.length > 0 && { fix: unmet.map(({ fix }) => fix).join('\n') }),
    findings,
  };
}

export function buildFinding(
  requirement: Finding['requirement'],
  expected: string,
  { ok, found, fix }: Fact,
): Finding {
  return { requirement, ok, found, expected, fix: ok === true ? '' : fix };
}

/**
 * Reads a fact. If reading fails, the fact is unknown, so the requirement counts as not met.
 * @throws CancelledError if the workflow was canceled
 */
export async function readFact(
  read: () => Promise<Fact>,
  toUnknownFact: (error: PlatformError) => Fact,
): Promise<Fact> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    return toUnknownFact(error);
  }
}

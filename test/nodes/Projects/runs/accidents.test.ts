import { startSandbox, type Accident, type Sandbox } from '../../../../sandbox';
import { runNode } from '../../../engine/runWorkflow';

/**
 * What becomes of each request when the network or a gateway fails once. The table in docs/failures.md shows the same.
 * `effects` is what happened on the platform; a run is never started twice, a read is repeated.
 */
const ACCIDENTS: Record<string, Omit<Accident, 'operation'>> = {
  'reset before': { kind: 'resetBefore' },
  'reset after effect': { kind: 'resetAfter' },
  'hang then timeout': { kind: 'hang' },
  '502 with HTML': { kind: 'status', status: 502 },
  '502 with HTML, after effect': { kind: 'status', status: 502, afterEffect: true },
  '503 with Retry-After': { kind: 'status', status: 503, retryAfter: 1 },
  'truncated body': { kind: 'truncated' },
  '401 once': { kind: 'expiredToken' },
  'bad JSON': { kind: 'badJson' },
  'bad JSON, after effect': { kind: 'badJson', afterEffect: true },
};

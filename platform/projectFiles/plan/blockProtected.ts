import { excerpt } from '../../text/text';
import type { Protection } from '../files/globs/protection';
import { entityPath, PROJECT_PATH, variablePath } from '../files/globs/things';
import { isEntityStep, type Step } from './steps';

/** Blocks the changes of what is there and protected from them; what is not there yet may be made. */
export function blockProtected(steps: readonly Step[], protection: Protection): void {
  for (const step of steps) {
    if (step.action !== 'update') continue;
    const glob = protection.fixes(pathOf(step));
    if (glob === undefined) continue;
    const why = `It is protected by "${excerpt(glob, [], 100)}".`;
    step.action = 'blocked';
    step.reason = [why, step.reason].filter(Boolean).join(' ');
  }
}

function pathOf(step: Step): string {
  if (isEntityStep(step)) return entityPath(step.kind, step.key);
  return step.kind === 'variable' ? variablePath(step.name) : PROJECT_PATH;
}

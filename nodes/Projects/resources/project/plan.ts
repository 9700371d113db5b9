import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation';
import type { PlannedChange } from '../../../../platform/projectFiles/plan/steps';
import { deployOptionsField, planOptions, sourceAndTargetFields } from './deployFields';
import {
  readPlanOptions,
  readWithProjectFiles,
  requestOptions,
  SECRET_PARAMETERS,
} from './deployInput';
import { readTarget } from './deployTarget';

export const plan: Operation<PlatformClient> = {
  value: 'plan',
  name: 'Plan',
  action: 'Plan deploy of project',
  description: 'Tell what deploying the files of a project would do; nothing is changed',
  secretParameters: SECRET_PARAMETERS,
  fields: [...sourceAndTargetFields, deployOptionsField(planOptions)],

  async runTogether(call) {
    return await readWithProjectFiles(call, async (ofFiles, files) => {
      const options = readPlanOptions(ofFiles);
      const requests = requestOptions(ofFiles, options);
      const { steps, fingerprint } = await ofFiles.client.projectFiles.plan(
        files,
        readTarget(ofFiles),
        options,
        requests,
      );
      return steps.map((step) => ({ json: { ...changeOutput(step), fingerprint } }));
    });
  },
};

/** One change, what matters most first. */
export function changeOutput(change: Omit<PlannedChange, 'action'> & { action: string }) {
  const { kind, name, alias, action, changes, reason } = change;
  return {
    kind,
    name,
    ...(alias !== undefined && { alias }),
    action,
    changes: changes.map(({ field, from, to }) => ({ field, from: shown(from), to: shown(to) })),
    ...(reason !== undefined && { reason }),
  };
}

/** A value as a text: what is none is written as JSON. */
function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

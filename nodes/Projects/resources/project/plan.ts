import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { deployOptionsField, direction, planOptions, sourceAndTargetFields } from './deployFields';
import {
  readPlanOptions,
  readWithProjectFiles,
  requestOptions,
  SECRET_PARAMETERS,
} from './deployInput';
import { readTarget } from './deployTarget';
import { changeOutput, summaryOutput, relevantChanges } from './planOutput';

export const plan: Operation<PlatformClient> = {
  value: 'plan',
  name: 'Plan',
  action: 'Plan deploy of project',
  description:
    "Show the changes that a deploy of the project's files would make. Nothing is changed.",
  secretParameters: SECRET_PARAMETERS,
  fields: [...sourceAndTargetFields, deployOptionsField([...planOptions, direction])],

  async runTogether(call) {
    return await readWithProjectFiles(call, async (ofFiles, files) => {
      const options = {
        ...readPlanOptions(ofFiles),
        direction: ofFiles.parameters.choice<'all' | 'driftOnly'>('options.direction'),
      };
      const requests = requestOptions(ofFiles, options);
      const { changes, summary, fingerprint } = await ofFiles.client.projectFiles.plan(
        files,
        readTarget(ofFiles),
        options,
        requests,
      );
      return [
        { json: summaryOutput(summary, fingerprint) },
        ...relevantChanges(ofFiles, changes).map((change) => ({
          json: { ...changeOutput(change), ...(fingerprint !== undefined && { fingerprint }) },
        })),
      ];
    });
  },
};

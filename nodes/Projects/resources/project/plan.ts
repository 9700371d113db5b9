import type { PlatformClient } from '../../../../platform/client';
import type { GivenFile } from '../../../../platform/projectFiles/files/projectFolder';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { deployOptionsField, direction, planOptions, sourceAndTargetFields } from './deployFields';
import {
  binaryOf,
  includesText,
  readPlanOptions,
  readWithGivenFiles,
  requestOptions,
  SECRET_PARAMETERS,
} from './deployInput';
import { readTarget, readTargetFile, requireSameTarget } from './deployTarget';
import { changeOutput, summaryOutput, relevantChanges } from './planOutput';
import { planText } from './planText';

export const plan: Operation<PlatformClient> = {
  value: 'plan',
  name: 'Plan',
  action: 'Plan deploy of project',
  description:
    "Show the changes that a deploy of the project's files would make. Nothing is changed.",
  rights: ['read', 'readCatalog'],
  builderHint:
    'For an approval, put plan before deploy: send its summary with a sendAndWait operation, and pass its fingerprint to deploy as options.approvedPlan.',
  secretParameters: SECRET_PARAMETERS,
  fields: [...sourceAndTargetFields, deployOptionsField([...planOptions, direction])],

  async runTogether(call) {
    const planFiles = async (ofFiles: ItemCall<PlatformClient>, given: readonly GivenFile[]) => {
      const targetFile = await readTargetFile(ofFiles);
      const files = await ofFiles.client.projectFiles.parse(given, { targetFile });
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
      const binary = await binaryOf(ofFiles, given);
      const text = includesText(ofFiles) ? planText(summary, changes) : undefined;
      return [
        { json: summaryOutput(summary, fingerprint, text), ...(binary && { binary }) },
        ...relevantChanges(ofFiles, changes).map((change) => ({
          json: { ...changeOutput(change), ...(fingerprint !== undefined && { fingerprint }) },
        })),
      ];
    };
    return await readWithGivenFiles(call, planFiles, requireSameTarget);
  },
};

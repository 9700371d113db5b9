import type { INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { isTool } from '../../../shared/tools/toolOutput';
import { sourceFields } from './deployFields';
import { inputItemsOf, readWithGivenFiles } from './deployInput';

export const validate: Operation<PlatformClient> = {
  value: 'validate',
  name: 'Validate',
  action: 'Validate files of project',
  description:
    'Validate the files of a project and return the problems found. The platform is not contacted.',
  fields: sourceFields,
  needsNoCredential: true,

  async runTogether(call) {
    return await readWithGivenFiles(call, async (ofFiles, files) => {
      const found = await ofFiles.client.projectFiles.validate(files);
      const problems = found.map(({ path, field, message }) => ({ path, field, message }));
      if (problems.length === 0) return passedOn(ofFiles);
      const binary = inputItemsOf(ofFiles)[0]?.binary;
      return problems.map((problem, index) => ({
        json: { ...problem, valid: false, ...(index === 0 && { problems }) },
        ...(index === 0 && binary && { binary }),
      }));
    });
  },
};

/** The input as it is, for the next node. */
function passedOn(call: ItemCall<PlatformClient>): INodeExecutionData[] {
  const result = { valid: true, problems: [] };
  if (isTool(call.execution)) return [{ json: result }];
  return inputItemsOf(call).map(({ json, binary, pairedItem }) => ({
    json: { ...json, ...result },
    ...(binary && { binary }),
    pairedItem,
  }));
}

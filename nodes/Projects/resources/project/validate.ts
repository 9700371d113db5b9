import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { sourceFields } from './deployFields';
import { readWithGivenFiles } from './deployInput';

export const validate: Operation<PlatformClient> = {
  value: 'validate',
  name: 'Validate',
  action: 'Validate files of project',
  description:
    'Validate the files of a project and return the problems found. The platform is not contacted.',
  fields: sourceFields,

  async runTogether(call) {
    return await readWithGivenFiles(call, async (ofFiles, files) => {
      const problems = await ofFiles.client.projectFiles.validate(files);
      if (problems.length === 0) return [{ json: { valid: true } }];
      return problems.map(({ path, field, message }) => ({ json: { path, field, message } }));
    });
  },
};

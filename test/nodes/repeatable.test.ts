import { resources as catalog } from '../../nodes/Catalog/resources';
import { resources as confFiles } from '../../nodes/ConfFiles/resources';
import { resources as projects } from '../../nodes/Projects/resources';
import { resources as settings } from '../../nodes/Settings/resources';
import type { Resources } from '../../nodes/shared/operation/operation';

const NODES: Array<[string, Resources<never>]> = [
  ['Catalog', catalog],
  ['ConfFiles', confFiles],
  ['Projects', projects],
  ['Settings', settings],
];

/** Changes that Retry On Fail makes once more after an unknown outcome: by then they change nothing more. */
const REPEATED = [
  'Catalog repository.delete',
  'ConfFiles file.delete',
  'ConfFiles file.upload',
  'Projects app.delete',
  'Projects app.stop',
  'Projects app.update',
  'Projects dockerCredential.delete',
  'Projects dockerCredential.update',
  'Projects environmentVariable.delete',
  'Projects job.delete',
  'Projects job.deleteVersions',
  'Projects job.rollback',
  'Projects job.update',
  'Projects jobRun.deleteMany',
  'Projects jobRun.stop',
  'Projects pipeline.delete',
  'Projects pipeline.rollback',
  'Projects pipelineRun.deleteMany',
  'Projects pipelineRun.stop',
  'Projects project.delete',
  'Projects project.update',
  'Projects volume.delete',
  'Projects volume.update',
];

test('after an unknown outcome, only a change that is harmless twice is made again', () => {
  const repeated = NODES.flatMap(([node, resources]) =>
    resources.flatMap(({ value: resource, operations }) =>
      operations
        .filter((operation) => 'isRepeatable' in operation && operation.isRepeatable)
        .map(({ value }) => `${node} ${resource}.${value}`),
    ),
  );
  expect(repeated.sort()).toEqual(REPEATED);
});

import type { SandboxOptions } from '../../../../sandbox';
import type { StartItem } from '../../../support/engine/helperNodes';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, type Platformlike } from '../support';

/** Exports a project as input of the next node. */
export async function exportedItems(
  platform: Platformlike,
  projectId: string,
  more: object = { output: 'files' },
): Promise<StartItem[]> {
  const parameters = { projectId: byId(projectId), ...more };
  const { outputs, error } = await perform(platform, 'project.export', parameters);
  expect(error).toBeUndefined();
  return (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
}

/** Parameters of a plan or deploy of files, one an item, to this project. */
export const into = (projectId: string, options: object = {}) => ({
  source: 'items',
  target: 'project',
  projectId: byId(projectId),
  options,
});

/** For each test a platform with a project to export, and another one, of other options, with a project to deploy to. */
export function usePlatforms() {
  const dev = sandboxForEachTest({ seedRuns: false });
  // A run after a deploy ends at once.
  const scriptDefaults = { queueSeconds: 0, durationSeconds: 0 };
  const prod = sandboxForEachTest({ seedRuns: false, scriptDefaults });
  const at = { dev, prod, from: '', to: '' };
  const addTarget = () => (at.to = prod.store.addProject({ name: 'Prod' }).id);
  beforeEach(() => {
    at.from = dev.store.addProject({ name: 'Dev' }).id;
    addTarget();
  });
  const restartProd = async (options: SandboxOptions) => {
    await prod.restart(options);
    addTarget();
  };
  return { at, restartProd };
}

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

/** Returns parameters for a plan or deploy of files, one per item, to this project. */
export const into = (projectId: string, options: object = {}) => ({
  source: 'items',
  target: 'project',
  projectId: byId(projectId),
  options,
});

/** Starts two platforms for each test: one with a project to export, one with a project to deploy to. */
export function usePlatforms() {
  const dev = sandboxForEachTest({ seedRuns: false });
  // Runs end at once.
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

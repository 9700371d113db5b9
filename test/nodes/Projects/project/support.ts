import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import type { StartItem } from '../../../support/engine/helperNodes';
import { byId, perform } from '../support';

/** What a project is exported to, as input of the next node. */
export async function exportedItems(
  sandbox: Sandbox,
  projectId: string,
  more: object = { output: 'files' },
): Promise<StartItem[]> {
  const parameters = { projectId: byId(projectId), ...more };
  const { outputs, error } = await perform(sandbox, 'project.export', parameters);
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

/** For each test a platform with a project to export, and another one, to be started, with a project to deploy to. */
export function usePlatforms() {
  const at = {} as { dev: Sandbox; prod: Sandbox; from: string; to: string };
  beforeEach(async () => {
    at.dev = await startSandbox({ seedRuns: false });
    at.from = at.dev.store.addProject({ name: 'Dev' }).id;
  });
  afterEach(async () => await Promise.all([at.dev.close(), at.prod.close()]));
  const startProd = async (options: SandboxOptions = {}) => {
    at.prod = await startSandbox({ seedRuns: false, ...options });
    at.to = at.prod.store.addProject({ name: 'Prod' }).id;
  };
  return { at, startProd };
}

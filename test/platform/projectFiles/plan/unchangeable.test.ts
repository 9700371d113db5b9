import { startSandbox } from '../../../../sandbox';
import { deploy, filesOf } from '../support';

test('a plan says of another category that the target cannot set it', async () => {
  const sandbox = await startSandbox({ seedRuns: false });
  try {
    const { id } = sandbox.store.addProject({ name: 'Categories' });
    sandbox.store.addJob({ projectId: id, name: 'Load', category: 'Extraction' });
    const files = await filesOf(sandbox, id);
    const path = [...files.keys()].find((name) => name.startsWith('jobs/')) ?? '';
    const job = JSON.parse(String(files.get(path))) as object;
    files.set(path, Buffer.from(JSON.stringify({ ...job, category: 'Processing' })));
    const { changes } = await deploy(sandbox, files, id, {});
    expect(changes.find(({ kind }) => kind === 'job')).toMatchObject({
      action: 'unchanged',
      reason: 'The target cannot set category. It is not changed.',
    });
    const [kept] = sandbox.store.jobs({ projectId: id });
    expect(kept?.category).toBe('Extraction');
  } finally {
    await sandbox.close();
  }
});

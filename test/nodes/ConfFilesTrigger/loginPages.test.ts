import { sandboxWithFiles, told, watch } from './support';

const sandbox = sandboxWithFiles('/a.json');

test('reports no page as the content of a file, and the file with the next poll', async () => {
  const trigger = watch(sandbox, { download: true });
  await trigger.activate();
  sandbox.confFiles.write('/b.json', '{}');
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 4 });
  await expect(trigger.poll()).rejects.toThrow('instead of the file /b.json');
  expect(told(await trigger.poll())).toEqual(['fileCreated /b.json']);
});

test('takes no page for a change where it reads the content', async () => {
  sandbox.confFiles.listingForm = 'names';
  const trigger = watch(sandbox);
  await trigger.activate();
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 4 });
  await expect(trigger.poll()).rejects.toThrow('instead of the file /a.json');
  expect((await trigger.poll()).items).toBeUndefined();
});

import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../../../../sandbox';
import { performed } from '../support';
import { exportedItems, into, usePlatforms } from './support';

const KIB = 1024;
const MB = 1000 * 1000;
const SIZES = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 3 * MB];

const { at } = usePlatforms();

/** Every package of a project, by its job. */
function packagesOf({ store }: Sandbox, projectId: string): Map<string, Uint8Array | undefined> {
  return new Map(
    store.jobs({ projectId }).map(({ id, alias, versionNumber }) => {
      const { sha256 } = store.jobVersion(id, versionNumber)?.details.packageInfo ?? {};
      return [alias ?? '', store.packages.find(sha256 ?? '')];
    }),
  );
}

test.each(['zip', 'files'])(
  'packages come to another platform byte by byte, as %s that n8n keeps on disk',
  async (output) => {
    const { dev, prod, from, to } = at;
    for (const [index, size] of SIZES.entries()) {
      const sha256 = dev.store.packages.add(randomBytes(size));
      const packageInfo = { name: 'main.zip', size, sha256 };
      const name = `job-${index}`;
      dev.store.addJob({ projectId: from, name, alias: name, version: { packageInfo } });
    }

    const items = await exportedItems(dev, from, { output });
    const source = output === 'zip' ? 'binary' : 'items';
    await performed(prod, 'project.deploy', { ...into(to), source }, { items });

    const [sent, arrived] = [packagesOf(dev, from), packagesOf(prod, to)];
    expect([...arrived.keys()].sort()).toEqual([...sent.keys()].sort());
    for (const [job, bytes] of sent) {
      const there = arrived.get(job);
      expect([job, there && Buffer.compare(there, bytes ?? Buffer.from('none'))]).toEqual([job, 0]);
    }
  },
);

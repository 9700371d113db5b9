import { randomBytes } from 'node:crypto';
import { performed } from '../support';
import { filesOf } from '../../../platform/projectFiles/support';
import { exportedItems, into, usePlatforms } from './support';

const KIB = 1024;
const MB = 1000 * 1000;
const SIZES = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 3 * MB];

const { at } = usePlatforms();

test.each(['zip', 'files'])(
  'packages come to another platform byte by byte, as %s that n8n keeps on disk',
  async (output) => {
    const { dev, prod, from, to } = at;
    const sent = SIZES.map((size, index) => {
      const bytes = randomBytes(size);
      const packageInfo = { name: 'main.zip', size, sha256: dev.store.packages.add(bytes) };
      const name = `job-${index}`;
      dev.store.addJob({ projectId: from, name, alias: name, version: { packageInfo } });
      return [`jobs/${name}/main.zip`, bytes] as const;
    });

    const items = await exportedItems(dev, from, { output });
    const source = output === 'zip' ? 'binary' : 'items';
    await performed(prod, 'project.deploy', { ...into(to), source }, { items });

    const arrived = await filesOf(prod, to);
    for (const [path, bytes] of sent) {
      expect([path, arrived.get(path)?.equals(bytes)]).toEqual([path, true]);
    }
  },
);

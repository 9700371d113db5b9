/** The process of the platforms that all sides work with; `start.ts` is its other end. */
import { BenchPlatform, type Counters, type Place, type World } from './platform';

export interface Arrangement {
  world: World;
  warmUpWorld: World;
  latencyMs: number;
}

/** What is asked of this process, and what it answers. */
export type ServerOrder = { arrange: Arrangement } | 'begin' | 'count';

export interface Places {
  place: Place;
  warmUpPlace: Place;
}

/** The one that is measured and the one to warm up at, which leaves no login and no connection at the other. */
let platforms: readonly BenchPlatform[] = [];

async function arrange({ world, warmUpWorld, latencyMs }: Arrangement): Promise<Places> {
  await Promise.all(platforms.map((platform) => platform.close()));
  const measured = await BenchPlatform.start(world, latencyMs);
  const warmUp = await BenchPlatform.start(warmUpWorld, latencyMs);
  platforms = [measured, warmUp];
  return { place: measured.place, warmUpPlace: warmUp.place };
}

async function obey(order: ServerOrder): Promise<Places | Counters | object> {
  if (typeof order === 'object') return await arrange(order.arrange);
  const [measured] = platforms;
  if (order === 'count') return measured?.counted() ?? {};
  measured?.begin();
  return {};
}

process.on('message', (order: ServerOrder) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());

import type { Counters } from './counters';
import { LeanPlatform, type Place } from './platform';
import type { World } from './world';

export interface Arrangement {
  world: World;
  warmUpWorld: World;
  latencyMs: number;
}

/** What the harness asks of the server's process. */
export type ServerOrder = { arrange: Arrangement } | { begin: true } | { count: true };

export interface ServerAnswers {
  arrange: { place: Place; warmUpPlace: Place };
  begin: object;
  count: Counters;
}

/** Two platforms that are alike: warming up at one leaves no login and no connection at the other. */
async function main(): Promise<void> {
  const platform = new LeanPlatform();
  const warmUp = new LeanPlatform();
  await Promise.all([platform.listen(), warmUp.listen()]);
  const obey = (order: ServerOrder): ServerAnswers[keyof ServerAnswers] => {
    if ('count' in order) return platform.counted();
    if ('begin' in order) {
      platform.begin();
      return {};
    }
    const { world, warmUpWorld, latencyMs } = order.arrange;
    platform.arrange(world, latencyMs);
    warmUp.arrange(warmUpWorld, latencyMs);
    return { place: platform.place, warmUpPlace: warmUp.place };
  };
  process.on('message', (order: ServerOrder) => process.send?.(obey(order)));
  process.once('disconnect', () => {
    platform.close();
    warmUp.close();
  });
}

void main();

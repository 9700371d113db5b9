import type { Exercise } from '../task';

/** The same work in three sizes: shows whether time, requests and memory grow in step with it. */
export interface GrowthTask {
  /** As `npm run bench -- <name>` takes it. */
  name: string;
  title: string;
  /** What there is more and more of, as `files`. */
  unit: string;
  sizes: readonly [number, number, number];
  latencyMs: number;
  /** Where one round takes long. Default: as many as are usual. */
  rounds?: number;
  work(size: number): Work;
}

type Work = Pick<Exercise, 'sides' | 'world' | 'warmUpWorld' | 'isDiskBound'> & {
  warmUpAmount: number;
};

/** What a side's process does for one size. */
export function exerciseOf(task: GrowthTask, size: number): Exercise {
  return { ...task.work(size), name: `${task.name}-${size}`, amount: size };
}

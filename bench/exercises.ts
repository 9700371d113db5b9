import { growthExercises } from './growth';
import { TASKS } from './tasks';
import type { Exercise } from './task';

/** What a side's process was told to do. */
export function findExercise(name: string): Exercise {
  const found = [...TASKS, ...growthExercises()].find((one) => one.name === name);
  if (!found) throw new Error(`There is no exercise "${name}"`);
  return found;
}

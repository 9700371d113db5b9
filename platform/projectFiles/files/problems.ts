import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';

const MAX_PROBLEMS = 100;

/** Something wrong with a file. */
export interface Problem {
  path: string;
  /** Words that follow the name of the file, such as `has no "name"`. Empty if the advice says all. */
  what: string;
  /** The next action. */
  advice: string;
  line?: number;
  /** The dotted path of the field, if the problem is about one. */
  field?: string;
}

/** Collects what is wrong with the files of a project: the first 100 problems, and how many there are. */
export class Problems {
  readonly found: Problem[] = [];
  count = 0;

  /** Whether no problem was left out. */
  get areAllFound(): boolean {
    return this.count === this.found.length;
  }

  /** @param problem a function if its line takes time to find */
  add(problem: Problem | (() => Problem)): undefined {
    this.count++;
    if (this.found.length >= MAX_PROBLEMS) return;
    this.found.push(typeof problem === 'function' ? problem() : problem);
  }

  /** @throws InvalidInputError naming the first problem */
  throwFirst(): void {
    const [first] = this.found;
    if (!first) return;
    const { path, what, advice, line } = first;
    const place = line === undefined ? '' : `, line ${line},`;
    const hint = `${advice} Nothing was sent.`;
    throw new InvalidInputError(`The file ${excerpt(path)}${place} ${what}`, hint);
  }
}

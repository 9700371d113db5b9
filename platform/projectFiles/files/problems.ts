import { InvalidInputError } from '../../common/errors/errors';
import { ownValue } from '../../common/text/names';
import type { JsonPath } from '../../common/text/strictJson';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import type { SettingsFile } from './projectFolder';

const MAX_PROBLEMS = 100;

export interface Problem {
  path: string;
  /** Follows the name of the file in a message, such as `has no "name"`. Empty if the advice says all. */
  what: string;
  advice: string;
  line?: number;
  /** The dotted path of the field. */
  field?: string;
}

/** Collects problems of a project's files: the first 100, and how many there are. */
export class Problems {
  readonly found: Problem[] = [];
  count = 0;

  get isComplete(): boolean {
    return this.count === this.found.length;
  }

  add(problem: Problem): undefined {
    if (this.found.length < MAX_PROBLEMS) this.found.push(problem);
    this.count++;
  }

  /** Adds a problem at a place in a settings file. To find its line takes time, so only problems that are kept get one. */
  addAt(file: SettingsFile, at: JsonPath, what: string, advice: string): undefined {
    const { path, value, lineOf } = file;
    const isShown = this.found.length < MAX_PROBLEMS;
    const line = isShown ? lineOf(at) : undefined;
    this.add({ path, what, advice, line, field: toFieldPath(value, at) || undefined });
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

/** Returns a path such as `variables.TOKEN.isPassword`, in which entries of lists have their names if they have any. */
export function toFieldPath(value: unknown, at: JsonPath): string {
  let here = value;
  const names = at.map((step) => {
    here = Array.isArray(here) ? (here[Number(step)] as unknown) : readMember(here, String(step));
    const name = typeof step === 'number' ? readMember(here, 'name') : undefined;
    return typeof name === 'string' && name !== '' ? name : step;
  });
  return names.join('.');
}

function readMember(value: unknown, name: string): unknown {
  return isObject(value) ? ownValue(value, name) : undefined;
}

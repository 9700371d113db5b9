import { InvalidInputError, type PlatformError } from '../../common/errors/errors';
import { ownValue } from '../../common/text/names';
import type { JsonPath } from '../../common/text/strictJson';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import type { SettingsFile } from './projectFolder';

const MAX_PROBLEMS = 100;

export interface Problem {
  path: string;
  /** A predicate whose subject is the file, such as `has no "name"`. Empty if the advice is enough. */
  mistake: string;
  advice: string;
  line?: number;
  /** The dotted path of the field. */
  field?: string;
}

/** Collects the first 100 problems of a project's files, and counts all of them. */
export class Problems {
  readonly found: Problem[] = [];
  count = 0;

  /** Whether `found` contains all problems. */
  get isComplete(): boolean {
    return this.count === this.found.length;
  }

  add(problem: Problem): undefined {
    if (this.found.length < MAX_PROBLEMS) this.found.push(problem);
    this.count++;
  }

  /** Adds a problem at a path in a settings file. Finding its line takes time, so only problems that are kept get a line. */
  addAt(file: SettingsFile, at: JsonPath, mistake: string, advice: string): undefined {
    const { path, value, findLine } = file;
    const isKept = this.found.length < MAX_PROBLEMS;
    const line = isKept ? findLine(at) : undefined;
    this.add({ path, mistake, advice, line, field: toFieldPath(value, at) || undefined });
  }

  /** @throws InvalidInputError if there are problems; it describes the first one */
  throwFirst(): void {
    const [first] = this.found;
    if (!first) return;
    const { path, mistake, advice, line } = first;
    const place = line === undefined ? '' : `, line ${line},`;
    const hint = `${advice} Nothing was sent.`;
    throw new InvalidInputError(`The file ${excerpt(path)}${place} ${mistake}`, hint);
  }
}

/** Leaves out "Nothing was sent.", because plans and validations never send a change, and `throwFirst` adds it. */
export function joinMessageAndHint({ message, hint }: PlatformError): string {
  return `${message}. ${hint.replace(/ ?Nothing was sent\.$/, '')}`;
}

/** Returns a dotted path such as `variables.TOKEN.isPassword`. List entries appear by `name`, or else by index. */
export function toFieldPath(value: unknown, at: JsonPath): string {
  let current = value;
  const names = at.map((step) => {
    current = Array.isArray(current)
      ? (current[Number(step)] as unknown)
      : readMember(current, String(step));
    const name = typeof step === 'number' ? readMember(current, 'name') : undefined;
    return typeof name === 'string' && name !== '' ? name : step;
  });
  return names.join('.');
}

function readMember(value: unknown, name: string): unknown {
  return isObject(value) ? ownValue(value, name) : undefined;
}

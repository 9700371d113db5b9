import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { ProjectModel } from './model';
import { variablesIn } from './passwordNames';

/** The values that a user gives for a target: by `NAME`, or by `alias/NAME` for one job, app or pipeline alone. */
export class VariableValues {
  constructor(private readonly values: ReadonlyMap<string, string> = new Map()) {}

  of(name: string, ownerKey?: string): string | undefined {
    const own = ownerKey === undefined ? undefined : this.values.get(`${ownerKey}/${name}`);
    return own ?? this.values.get(name);
  }

  /** @throws InvalidInputError for a value of a variable that the files do not have: a name was mistyped */
  requireKnown(model: ProjectModel): void {
    const known = new Set(
      [...variablesIn(model)].flatMap(({ variable: { name }, owner }) =>
        owner ? [name, `${owner.key}/${name}`] : name,
      ),
    );
    const unknown = [...this.values.keys()].find((name) => !known.has(name));
    if (unknown === undefined) return;
    throw new InvalidInputError(
      `The files do not contain the variable "${excerpt(unknown)}"`,
      'Fix the name in the option "Variables", or remove it. Nothing was sent.',
    );
  }
}

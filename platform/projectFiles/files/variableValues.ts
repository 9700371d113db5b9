import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { KINDS, type ProjectModel } from './model';

/** The values that a user gives for a target: by `NAME`, or by `alias/NAME` for one job, app or pipeline alone. */
export class VariableValues {
  constructor(private readonly values: ReadonlyMap<string, string> = new Map()) {}

  of(name: string, ownerKey?: string): string | undefined {
    const own = ownerKey === undefined ? undefined : this.values.get(`${ownerKey}/${name}`);
    return own ?? this.values.get(name);
  }

  /** @throws InvalidInputError for a value of a variable that the files do not have: a name was mistyped */
  requireKnown({ variables, entities }: ProjectModel): void {
    const known = new Set([
      ...variables.map(({ name }) => name),
      ...KINDS.flatMap((kind) => entities[kind]).flatMap((entity) =>
        entity.variables.flatMap(({ name }) => [name, `${entity.key}/${name}`]),
      ),
    ]);
    const unknown = [...this.values.keys()].find((name) => !known.has(name));
    if (unknown === undefined) return;
    throw new InvalidInputError(
      `The files do not contain the variable "${excerpt(unknown)}"`,
      'Fix the name in the option "Variables", or remove it. Nothing was sent.',
    );
  }
}

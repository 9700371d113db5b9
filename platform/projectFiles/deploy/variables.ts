import {
  listEnvironmentVariables,
  prepareDeleteEnvironmentVariable,
} from '../../resources/environmentVariable/list';
import { prepareSetEnvironmentVariable } from '../../resources/environmentVariable/set';
import type {
  EnvironmentVariable,
  VariablePlace,
} from '../../resources/environmentVariable/variable';
import type { VariableChange } from '../plan/compareVariables';
import type { Destination, WantedStep } from '../plan/steps';
import { SCOPES } from '../target/readVariables';

type Listed = Promise<readonly EnvironmentVariable[]>;

/** Changes variables. What stands at the things that they belong to is listed for many together, just before. */
export class Variables {
  private readonly listed = new Map<string, Listed>();

  constructor(private readonly destination: Destination) {}

  /** To be called before steps are carried out. */
  startListing(steps: readonly WantedStep[]): void {
    for (const { kind, present, variables } of steps) {
      if (kind === 'volume' || !present || variables.length === 0) continue;
      void this.listAt({ scope: SCOPES[kind], entityId: present.id });
    }
  }

  /** A thing was just made, and nothing can stand at it. */
  setEmpty({ scope, entityId }: VariablePlace): void {
    this.listed.set(`${scope} ${entityId}`, Promise.resolve([]));
  }

  /** Sets or deletes one. */
  async change(
    place: VariablePlace,
    { action, name, wanted }: Pick<VariableChange, 'name' | 'wanted'> & { action: string },
  ): Promise<void> {
    const { endpoint, options } = this.destination;
    const isDeleted = action === 'delete' || action === 'extraneous';
    if (!isDeleted && !wanted) return;
    const there = await this.listAt(place);
    // A deploy has many of them, and the next one makes up for what is missing.
    const more = { windowMs: 0, there };
    const send =
      wanted && !isDeleted
        ? await prepareSetEnvironmentVariable(endpoint, place, wanted, options, more)
        : await prepareDeleteEnvironmentVariable(endpoint, place, name, options, there);
    await send();
  }

  private listAt(place: VariablePlace): Listed {
    const { endpoint, options } = this.destination;
    const key = `${place.scope} ${place.entityId}`;
    const known = this.listed.get(key);
    if (known) return known;
    const listed = listEnvironmentVariables(endpoint, place, options);
    // The steps that need it get the error.
    listed.catch(() => undefined);
    this.listed.set(key, listed);
    return listed;
  }
}

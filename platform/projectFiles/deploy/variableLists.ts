import type {
  VariablePlace,
  EnvironmentVariable,
} from '../../resources/environmentVariable/variable';
import { listVariablesTogether } from '../../resources/environmentVariable/list';
import type { Destination, WantedStep } from '../plan/steps';
import { VARIABLES_OF } from '../target/readVariables';

type Listed = Promise<readonly EnvironmentVariable[]>;

/** What variables stand at what is about to be changed: listed for many things together, just before. */
export class VariableLists {
  private readonly listed = new Map<string, Listed>();

  constructor(private readonly destination: Destination) {}

  /** To be called before steps are carried out. */
  startListing(steps: readonly WantedStep[]): void {
    for (const { kind, present, variables } of steps) {
      if (kind === 'volume' || !present || variables.length === 0) continue;
      void this.at({ scope: VARIABLES_OF[kind].scope, entityId: present.id });
    }
  }

  /** @throws what listing them throws, each time that it is asked for */
  at(place: VariablePlace): Listed {
    const { endpoint, options } = this.destination;
    const key = `${place.scope} ${place.entityId}`;
    const known = this.listed.get(key);
    if (known) return known;
    const listed = listVariablesTogether(endpoint, place, options);
    // Whoever needs it gets the error.
    listed.catch(() => undefined);
    this.listed.set(key, listed);
    return listed;
  }

  /** Says that a thing was just made, and nothing can stand at it. */
  setEmpty({ scope, entityId }: VariablePlace): void {
    this.listed.set(`${scope} ${entityId}`, Promise.resolve([]));
  }
}

import type { SeenRefusal } from '../errors/errors';
import type { Pace } from './pace';

/** What a response that refused a request because there were too many tells of sending it again. */
export class Refusal implements SeenRefusal {
  private readonly takenBefore: number;

  constructor(
    private readonly pace: Pace,
    module: string,
    readonly isTooMany: boolean,
  ) {
    this.takenBefore = pace.takenBy(module);
  }

  tookOthersSince(before: SeenRefusal): boolean {
    const isSame = before instanceof Refusal && before.pace === this.pace;
    return this.takenBefore > (isSame ? before.takenBefore : 0);
  }
}

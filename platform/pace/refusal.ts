import type { SeenRefusal } from '../errors/errors';
import type { Pace } from './pace';

/** What a response that refused a request because there were too many tells of sending it again. */
export class Refusal implements SeenRefusal {
  private readonly acceptedBefore: number;

  constructor(
    private readonly pace: Pace,
    service: string,
    readonly isTooMany: boolean,
  ) {
    this.acceptedBefore = pace.acceptedBy(service);
  }

  acceptedOthersSince(before: SeenRefusal): boolean {
    const isSame = before instanceof Refusal && before.pace === this.pace;
    return this.acceptedBefore > (isSame ? before.acceptedBefore : 0);
  }
}

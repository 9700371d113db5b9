/** At an address that is new, or has just refused, so many starts go at once; twice as many with each round accepted well. */
const FIRST_SIZE = 4;
/** So many at once: nobody has to wait for a turn any more. */
const ENOUGH_SIZE = 124;

/** How starts start slowly: what is refused by 503 may have been done, so few are sent where nobody knows. */
export class StartWindow {
  private size = FIRST_SIZE;
  private underWay = 0;

  /** Whether another one may leave. */
  get isOpen(): boolean {
    return this.underWay < this.size;
  }

  /** Whether so many were accepted that none is held back. */
  get isProven(): boolean {
    return this.size >= ENOUGH_SIZE;
  }

  sent(): void {
    this.underWay++;
  }

  ended(): void {
    this.underWay--;
  }

  /** Each that was accepted makes room for one more: twice as many a round. */
  accepted(): void {
    if (!this.isProven) this.size++;
  }

  /** @param isUnknown whether a start was refused that may have been carried out all the same */
  refused(isUnknown: boolean): void {
    this.size = isUnknown ? 1 : Math.min(this.size, FIRST_SIZE);
  }
}

/** At an address that is new, or has just refused, so many starts go at once; twice as many with each round taken well. */
const FIRST_AT_ONCE = 4;
/** So many at once: nobody has to wait for a turn any more. */
const ENOUGH_AT_ONCE = 124;

/** How starts feel their way: what is refused by 503 may have been done, so few are sent where nobody knows. */
export class Starts {
  private atOnce = FIRST_AT_ONCE;
  private underWay = 0;

  /** Whether another one may leave. */
  get isOpen(): boolean {
    return this.underWay < this.atOnce;
  }

  /** Whether so many were taken that none is held back. */
  get isProven(): boolean {
    return this.atOnce >= ENOUGH_AT_ONCE;
  }

  sent(): void {
    this.underWay++;
  }

  ended(): void {
    this.underWay--;
  }

  /** Each that was taken makes room for one more: twice as many a round. */
  taken(): void {
    if (!this.isProven) this.atOnce++;
  }

  /** @param isUnknown whether a start was refused that may have been carried out all the same */
  refused(isUnknown: boolean): void {
    this.atOnce = isUnknown ? 1 : Math.min(this.atOnce, FIRST_AT_ONCE);
  }
}

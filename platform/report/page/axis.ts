/** The time that a picture shows, in epoch milliseconds. */
export interface Axis {
  fromMs: number;
  toMs: number;
  nowMs: number;
}

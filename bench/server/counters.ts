/** What the server saw since the measurement started. */
export interface Counters {
  requests: number;
  connections: number;
  logins: number;
  uploads: number;
}

export const noCounters = (): Counters => ({ requests: 0, connections: 0, logins: 0, uploads: 0 });

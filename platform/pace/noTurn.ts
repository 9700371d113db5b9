import { HttpStatusError } from '../errors';

/** For a request that was never sent, because the address refuses all. */
export class NoTurnError extends HttpStatusError {
  /** Whether it is worth trying all the same: of an address that is away, each request may see for itself. */
  isForNow = false;
}

export function noTurn(
  host: string,
  { status }: { status: number },
  isForNow: boolean,
): NoTurnError {
  const error = new NoTurnError(
    `${host} takes no requests: it answered HTTP ${status} to all that were sent before this one`,
    {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or away, or allows very few requests. Try again later.',
      reach: 'never',
      status,
    },
  );
  error.isForNow = isForNow;
  return error;
}

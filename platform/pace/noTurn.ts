import { HttpStatusError } from '../errors/errors';

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
    `${host} accepts no requests: it returned HTTP ${status} for all previous requests`,
    {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or down, or allows very few requests. Try again later.',
      reach: 'never',
      status,
    },
  );
  error.isForNow = isForNow;
  return error;
}

import type { ChaosAnswer, Route } from '../platform/requests';
import type { Accident } from './accident';
import { html, jsonText, LOGIN_PAGE, PAGE } from './pages';

/** What is wrong with a platform, or with the credential, from the first request to the last. */
export const OUTAGES = [
  'unusableCredential',
  'nothingListening',
  'loginRefused',
  'loginDown',
  'serviceDown',
  'webPage',
  'introspectionOff',
] as const;

export type Outage = (typeof OUTAGES)[number];

/** An accident and what the platform answers then. */
export interface Refused {
  accident: Accident;
  answer: ChaosAnswer;
}

const everywhere = { route: 'any', skip: 0 } as const;
const down: Refused = {
  accident: { kind: 'gateway', status: 502, form: 'html', effect: 'never', ...everywhere },
  answer: html(PAGE('502 from the gateway'), 502),
};
const refused: Refused = {
  accident: { kind: 'refusal', status: 401, ...everywhere },
  answer: jsonText('{"message":"Wrong login"}', 401),
};
const page: Refused = {
  accident: { kind: 'loginPage', ...everywhere },
  answer: html(LOGIN_PAGE),
};
const withoutSchema: Refused = {
  accident: { kind: 'refusal', status: 200, ...everywhere },
  answer: jsonText('{"errors":[{"message":"Introspection is not allowed"}]}'),
};

/** What a request meets in an outage; undefined where it is answered as ever. */
export function refusedBy(outage: Outage, route: Route): Refused | undefined {
  const isLogin = route === 'login';
  switch (outage) {
    case 'loginRefused':
      return isLogin || ['upload', 'delete', 'cluster'].includes(route) ? refused : undefined;
    case 'loginDown':
      return isLogin ? down : undefined;
    case 'serviceDown':
      return isLogin ? undefined : down;
    case 'webPage':
      return isLogin ? undefined : page;
    case 'introspectionOff':
      return route === 'introspection' ? withoutSchema : undefined;
    case 'unusableCredential':
    case 'nothingListening':
      return undefined;
  }
}

import type { ChaosAnswer } from '../platform/requests';

export const PAGE = (title: string, more = '') =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>\n`;

/** What a gateway shows in the place of whatever was asked for. */
export const LOGIN_PAGE = PAGE(
  'Sign in',
  '<form method="post"><input name="username"><input name="password" type="password"></form>',
);

export const html = (body: string, status = 200): ChaosAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
});

export const jsonText = (body: string, status = 200): ChaosAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

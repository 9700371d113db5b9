import { createHash, timingSafeEqual } from 'node:crypto';

/** The one account of the sandbox. */
interface Account {
  login: string;
  password: string;
}

export function isAccount(account: Account, login: unknown, password: unknown): boolean {
  return isSame(account.login, login) && isSame(account.password, password);
}

function isSame(expected: string, given: unknown): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(expected), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

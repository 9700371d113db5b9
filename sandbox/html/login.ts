import { escapeHtml, filled, pageFile, styleTag } from './files';

interface LoginPage {
  action: string;
  /** Where the browser goes after the login. */
  next: string;
  failed: boolean;
}

export function renderLogin({ action, next, failed }: LoginPage): string {
  return filled(pageFile('login.html'), {
    style: styleTag(),
    action: escapeHtml(action),
    next: escapeHtml(next),
    message: failed ? '<p class="wrong" role="alert">The login or the password is wrong.</p>' : '',
  });
}

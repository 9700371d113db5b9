import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readAsset(name: string): string {
  return readFileSync(join(__dirname, name), 'utf8');
}

export function renderStyle(): string {
  return `<style>\n${readAsset('style.css')}</style>`;
}

export function renderScript(name: string): string {
  return `<script>\n${readAsset(name)}</script>`;
}

/** Replaces `{{name}}` with the value of that name. The caller must escape the values. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}

/** Renders an error page of a gateway in front of the platform. */
export function renderGatewayPage(title: string): string {
  return `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr></body>\n</html>\n`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param next address that the browser opens after the login */
export function renderLogin(action: string, next: string, failed = false): string {
  return fill(readAsset('login.html'), {
    style: renderStyle(),
    action: escapeHtml(action),
    next: escapeHtml(next),
    message: failed ? '<p class="wrong" role="alert">The login or the password is wrong.</p>' : '',
  });
}

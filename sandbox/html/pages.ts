import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of this folder, as text. */
export function pageFile(name: string): string {
  return readFileSync(join(__dirname, name), 'utf8');
}

export function styleTag(): string {
  return `<style>\n${pageFile('style.css')}</style>`;
}

export function scriptTag(name: string): string {
  return `<script>\n${pageFile(name)}</script>`;
}

/** Puts values where the text says `{{name}}`. Each value must be safe at its place. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}

/** Pages with which a gateway answers itself. */
export function gatewayPage(title: string): string {
  return `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr></body>\n</html>\n`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param next where the browser goes after the login */
export function renderLogin(action: string, next: string, failed = false): string {
  return filled(pageFile('login.html'), {
    style: styleTag(),
    action: escapeHtml(action),
    next: escapeHtml(next),
    message: failed ? '<p class="wrong" role="alert">The login or the password is wrong.</p>' : '',
  });
}

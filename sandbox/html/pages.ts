import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readPage(name: string): string {
  return readFileSync(join(__dirname, name), 'utf8');
}

export function styleTag(): string {
  return `<style>\n${readPage('style.css')}</style>`;
}

export function scriptTag(name: string): string {
  return `<script>\n${readPage(name)}</script>`;
}

/** Replaces `{{name}}`. Each value must be safe at its place. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}

/** A page of a gateway in front of the platform. */
export function gatewayPage(title: string): string {
  return `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr></body>\n</html>\n`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param next address after the login */
export function renderLogin(action: string, next: string, failed = false): string {
  return fill(readPage('login.html'), {
    style: styleTag(),
    action: escapeHtml(action),
    next: escapeHtml(next),
    message: failed ? '<p class="wrong" role="alert">The login or the password is wrong.</p>' : '',
  });
}

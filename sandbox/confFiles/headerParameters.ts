const PARAMETER = /;[ \t]*([^\s=;]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))[ \t]*/gy;

/** The parameters of a header's value (`type; name="value"; …`), by lower-case name. */
export function parameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const start = header.indexOf(';');
  if (start < 0) return found;
  for (const [, name = '', quoted, bare = ''] of header.slice(start).matchAll(PARAMETER)) {
    found.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim());
  }
  return found;
}

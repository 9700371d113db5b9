const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // n8n makes code of what stands between backticks, and a parameter's name of what stands between two percent signs.
  ['`', '&#96;'],
  ['%', '&#37;'],
]);

/** A description as the editor is to show it: in its own lines, with their indents and every character. */
export function descriptionHtml(description: string): string {
  return description
    .replace(/[&<>`%]/g, (character) => ENTITIES.get(character) ?? character)
    .replace(/^[ \t]+/gm, (indent) => '&nbsp;'.repeat(indent.replaceAll('\t', '    ').length))
    .replaceAll(/\r?\n/g, '<br>');
}

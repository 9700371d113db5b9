/** The rows of a text's tables, each with its cells; heads and the lines below them are rows as well. */
export function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The rows of the table below a heading of a page, without its head. */
export function rowsBelow(page: string, heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return tableRows(section.split('\n## ')[0] ?? '').slice(2);
}

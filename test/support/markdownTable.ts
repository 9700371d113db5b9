/** Returns the cells of all table rows, including the header rows and the separator lines below them. */
export function readTableRows(markdown: string): string[][] {
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

/** Returns the rows of the table below a heading, without the header row. */
export function readRowsBelow(page: string, heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return readTableRows(section.split('\n## ')[0] ?? '').slice(2);
}

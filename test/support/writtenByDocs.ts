/** Compares what `npm run docs` writes with what it has to be. @throws what the comparison throws, with that command */
export function writtenByDocs(compare: () => void): void {
  try {
    compare();
  } catch (error) {
    if (error instanceof Error) error.message += '\n\nWritten by: npm run docs';
    throw error;
  }
}

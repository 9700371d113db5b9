/** Adds the command that writes a file to the error of its comparison. */
export function writtenByDocs(compare: () => void): void {
  try {
    compare();
  } catch (error) {
    if (error instanceof Error) error.message += '\n\nWritten by: npm run docs';
    throw error;
  }
}

/** Compares a generated file. If the comparison fails, adds the command that writes the file to the error. */
export function compareGenerated(compare: () => void): void {
  try {
    compare();
  } catch (error) {
    if (error instanceof Error) error.message += '\n\nTo write this file, run: npm run docs';
    throw error;
  }
}

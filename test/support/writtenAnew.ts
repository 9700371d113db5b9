/**
 * Compares what a command writes with what it has to be. @param command as `npm run docs`
 * @throws what the comparison throws, with the command that mends it
 */
export function writtenAnewBy(command: string, compare: () => void): void {
  try {
    compare();
  } catch (error) {
    if (error instanceof Error) error.message += `\n\nWritten anew by: ${command}`;
    throw error;
  }
}

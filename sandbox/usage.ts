/**
 * What a command was asked for. `--help` prints the usage and ends the program with 0; what cannot be understood is told
 * with the usage, and ends it with 2.
 */
export function understood<Options>(
  usage: string,
  read: (args: string[]) => Options | 'help',
): Options {
  try {
    const options = read(process.argv.slice(2));
    if (options !== 'help') return options;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

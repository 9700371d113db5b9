import { execFile } from 'node:child_process';

const mostOutput = 64 * 1024 * 1024;

/** Runs a command to its end and gives what it printed; on failure the error carries all of it. */
export function runCommand(program: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: mostOutput, shell: process.platform === 'win32' };
    const child = execFile(program, args, options, (error, output, complaints) => {
      process.off('exit', stopChild);
      if (error === null) return resolve(output);
      const printed = `${output}${complaints}`.trim() || error.message;
      reject(new Error(`"${program} ${args.join(' ')}" failed:\n${printed}`));
    });
    const stopChild = () => child.kill();
    process.once('exit', stopChild);
  });
}

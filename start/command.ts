import { execFile } from 'node:child_process';

const maxOutputBytes = 64 * 1024 * 1024;

/** Runs a command to its end. @returns output @throws Error with the output if the command fails */
export function runCommand(program: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: maxOutputBytes, shell: process.platform === 'win32' };
    const child = execFile(program, args, options, (error, output, errorOutput) => {
      process.off('exit', stopChild);
      if (error === null) return resolve(output);
      const printed = `${output}${errorOutput}`.trim() || error.message;
      reject(new Error(`"${program} ${args.join(' ')}" failed:\n${printed}`));
    });
    const stopChild = () => child.kill();
    process.once('exit', stopChild);
  });
}

/** Returns true if the process exists and belongs to this user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

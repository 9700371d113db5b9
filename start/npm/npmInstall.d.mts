export interface LockedInstall {
  /** Folder of the package.json and its lock file. */
  directory: string;
  /** What is installed, in the words of the progress lines. */
  what: string;
  /** What to know before it begins. */
  note?: string;
  /** Packages whose install scripts have to run. */
  rebuild: string[];
}

/** Runs npm in a folder to its end; what it says is told where it fails. */
export function npm(directory: string, args: string[]): Promise<void>;

export function installLocked(install: LockedInstall): Promise<boolean>;

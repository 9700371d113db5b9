export function npm(directory: string, args: string[]): Promise<void>;

/** @param title name of the packages in the progress message */
export function installLocked(
  directory: string,
  title: string,
  rebuild: string[],
): Promise<boolean>;

export function npm(directory: string, args: string[]): Promise<void>;

/** @param what the name in the progress line */
export function installLocked(directory: string, what: string, rebuild: string[]): Promise<boolean>;

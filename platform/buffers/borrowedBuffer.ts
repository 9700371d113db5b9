/** Room for a small file and the form around it. */
export const MAX_BORROWED_BYTES = 1024 * 1024;
const MIN_BYTES = 16 * 1024;
const MAX_SPARE_BYTES = 32 * 1024 * 1024;

const spare = new Map<number, Buffer[]>();
let spareBytes = 0;

/**
 * Lends memory of at least so many bytes, which holds what is left over from earlier: for each 64 MiB of fresh memory, the garbage
 * collector would look through all of n8n. What is not given back is collected like any other memory.
 */
export function borrowBuffer(atLeast: number): Buffer {
  // A few sizes serve all, so that what one body used fits the next.
  const size = Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(atLeast)));
  const known = spare.get(size)?.pop();
  if (known) spareBytes -= size;
  return known ?? Buffer.allocUnsafeSlow(size);
}

/** Lets others use borrowed memory that nothing reads any more. */
export function giveBack(bytes: Buffer): void {
  overwrite(bytes);
  const size = bytes.length;
  if (spareBytes + size > MAX_SPARE_BYTES) return;
  spareBytes += size;
  const others = spare.get(size);
  if (others) others.push(bytes);
  else spare.set(size, [bytes]);
}

/** Set by tests: a reader that looks at memory after it was given back shall be found out. */
const isOverwritten = process.env.DATA_PLATFORM_OVERWRITE_FREE_MEMORY === 'true';
const PATTERN = 0xdb;

/** To be called with memory that nothing reads any more. */
export function overwrite(bytes: Buffer): void {
  if (isOverwritten) bytes.fill(PATTERN);
}

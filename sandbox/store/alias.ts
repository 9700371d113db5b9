/** An alias made of a name, with a number behind it where it is taken. */
export function freeAlias(name: string, isTaken: (alias: string) => boolean): string {
  const alias = name.trim().replace(/\W+/g, '_');
  let free = alias;
  for (let number = 2; isTaken(free); number++) free = `${alias}_${number}`;
  return free;
}

/** Takes the variables of forward proxies away, whichever way they are written: a test sets its own. */
export function forgetProxies(): void {
  for (const name of Object.keys(process.env)) {
    if (/_proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
  }
}

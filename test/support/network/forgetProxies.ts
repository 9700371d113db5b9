/** Deletes the environment variables of forward proxies, in upper and lower case. */
export function forgetProxies(): void {
  for (const name of Object.keys(process.env)) {
    if (/_proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
  }
}

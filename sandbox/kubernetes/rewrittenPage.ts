/** The attributes that hold addresses, by their tags: those of them that pages mostly have. */
const ADDRESSES: Record<string, readonly string[]> = {
  a: ['href'],
  base: ['href'],
  button: ['formaction'],
  form: ['action'],
  frame: ['src'],
  iframe: ['src'],
  img: ['src'],
  input: ['src', 'formaction'],
  link: ['href'],
  object: ['data'],
  script: ['src'],
};

const START_TAG = /<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * What the API server makes of a page of the type text/html that it passes on: links to the service's root lead through
 * the proxy, and every start tag is written anew, in small letters and with double quotes.
 * @param prefix the path of the proxy, without a slash at its end
 */
export function rewrittenPage(page: string, prefix: string): string {
  return page.replace(START_TAG, (_tag, name: string, attributes: string, end: string) => {
    const tag = name.toLowerCase();
    const written = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', quoted = '']) => {
      const attribute = key.toLowerCase();
      const value = quoted.replace(/^(["'])([\s\S]*)\1$/, '$2');
      const isAddress = ADDRESSES[tag]?.includes(attribute) === true;
      return ` ${attribute}="${isAddress && value.startsWith('/') ? prefix + value : value}"`;
    });
    return `<${tag}${written.join('')}${end}>`;
  });
}

/** What a token can be made of: characters that a header carries, without spaces and line ends. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Random text of fewer characters may be readable by chance when it is decoded. */
const MIN_ENCODED_CHARACTERS = 16;

/** Whether a token is the Base64 form of one: as a secret shows it, or as it was put into a secret by hand. */
export function isEncodedToken(token: string): boolean {
  if (token.length < MIN_ENCODED_CHARACTERS || token.length % 4 !== 0) return false;
  if (!/^[\w+/-]+={0,2}$/.test(token)) return false;
  return isToken(Buffer.from(token, 'base64').toString('utf8').trim());
}

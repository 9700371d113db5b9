import { HOSTILE_NAMES } from './hostileNames';

/** Valid names that have a meaning in URLs, shells, file systems or proxies. */
const HARD_NAMES = [
  'plain.txt',
  'ünïcode ☃ 名前.json',
  'a b.txt',
  ' space at both ends ',
  '100%.txt',
  '%2F.txt',
  '%2e%2e',
  '%252F',
  'a+b&c=d;e,f.txt',
  '#hash?question',
  'path=x&path=y',
  '"quoted" \'name\'',
  '...',
  '.hidden',
  '~home',
  '*[a]{b}(c)!',
  '$HOME`id`|x^y<z>',
  'back\\slash',
  'at@colon:80',
  'proxy',
  '𝒻𝒾𝓁𝑒',
];

export const HARD_PATHS = [...HARD_NAMES, ...HOSTILE_NAMES].flatMap((name) => [
  `/${name}`,
  `/${name}/${name}`,
]);

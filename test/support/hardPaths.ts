import { HOSTILE_NAMES } from './hostileNames';

/** Names that mean something to addresses, shells, file systems or proxies: each is a name all the same. */
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

/** Paths of such names, as a file and as a folder. */
export const HARD_PATHS = [...HARD_NAMES, ...HOSTILE_NAMES].flatMap((name) => [
  `/${name}`,
  `/${name}/${name}`,
]);

/** A text of at most so many bytes in UTF-8, cut between characters. */
export function cutText(text: string, mostBytes: number): string {
  // No character takes more than three bytes a unit.
  if (text.length * 3 <= mostBytes || Buffer.byteLength(text) <= mostBytes) return text;
  const bytes = Buffer.from(text.slice(0, mostBytes)).subarray(0, mostBytes - 3);
  // A character that was cut in two becomes a replacement character.
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}

/** How many Unicode characters `text` has; an emoji outside of the basic plane counts once. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

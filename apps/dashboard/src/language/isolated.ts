/** Controls that change the direction of the text after them: only an attack needs them in a name. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g

/** Text of another party for use within a sentence, whose direction it cannot change. */
export function isolated(text: string): string {
  return `\u2068${text.replace(DIRECTION_CONTROLS, '')}\u2069`
}

/** Controls that change the direction of the following text. In a name, only an attack needs them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g

/** Another party's text for use within a sentence, whose direction it cannot change. */
export function isolated(text: string): string {
  return `\u2068${text.replace(DIRECTION_CONTROLS, '')}\u2069`
}

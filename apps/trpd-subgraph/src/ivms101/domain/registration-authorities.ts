/**
 * True if `text` is the code of a registration authority: on GLEIF's list, or with a number that a later
 * edition of the list may have assigned.
 *
 * Source: GLEIF Registration Authorities List 1.7, 2022-03-23; IVMS101 constraint C10.
 */
export function isRegistrationAuthority(text: string): boolean {
  if (SPECIAL_CODES.has(text)) return true
  if (!/^RA[0-9]{6}$/.test(text)) return false
  const number = Number(text.slice(2))
  return number >= 1 && number <= NUMBER_MAX && !UNASSIGNED.has(number)
}

/**
 * The list assigns consecutive numbers and ends at 1045. Authorities are added every year, and a transfer
 * must not fail because this copy is older, so numbers up to this one are accepted.
 */
const NUMBER_MAX = 1_999

/** Numbers up to 1045 that are not on the list. */
const UNASSIGNED: ReadonlySet<number> = new Set([
  ...[191, 194, 198, 211, 212, 223, 237, 248, 254, 256, 264, 265, 270, 292, 294, 312, 318, 323, 326, 327],
  ...[330, 335, 340, 341, 357, 359, 360, 361, 366, 367, 380, 440, 445, 448, 450, 465, 490, 491, 492, 496],
  ...[501, 505, 506, 507, 559, 688, 724, 755, 796, 803, 859, 866, 899, 924],
])

/** Codes outside the sequence, including the placeholders for a missing or unlisted authority. */
const SPECIAL_CODES: ReadonlySet<string> = new Set(['RA100001', 'RA100094', 'RA777777', 'RA888888', 'RA999999'])

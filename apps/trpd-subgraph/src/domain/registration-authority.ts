/**
 * Whether `text` has the form of a code in GLEIF's list of registration authorities: `RA` and six digits.
 *
 * Source: GLEIF Registration Authorities List; IVMS101 constraint C10.
 */
export function isRegistrationAuthority(text: string): boolean {
  return /^RA[0-9]{6}$/.test(text)
}

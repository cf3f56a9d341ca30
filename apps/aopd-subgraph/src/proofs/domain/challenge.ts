/** Maximum length of the message in an AOPP link. */
export const CHALLENGE_CHARACTERS_MAX = 1024

export const VASP_NAME_CHARACTERS_MAX = 120

/**
 * The message that the customer signs: one line of printable ASCII, at most 1024 characters.
 *
 * It names the VASP, the asset, the address, the proof, its expiry and a nonce, so that a signature serves no
 * other purpose. It is a single line, because not every wallet and clipboard preserves line breaks. Without
 * an address, the customer's wallet chooses one, which is identified by the signing key.
 */
export function writeChallenge(facts: {
  readonly vaspName: string
  readonly asset: string
  readonly address: string | undefined
  readonly proofId: string
  /** Unguessable and used only once. */
  readonly nonce: string
  readonly expiresAt: Date
}): string {
  const { asset, address, proofId, nonce, expiresAt } = facts
  const claim = address
    ? `control the ${asset} address ${address}`
    : `control the ${asset} address whose key signs this message`
  const vasp = toPrintableAscii(facts.vaspName).slice(0, VASP_NAME_CHARACTERS_MAX)
  const challenge = `I confirm to ${vasp} that I ${claim}. Proof ${proofId}, nonce ${nonce}, valid until ${expiresAt.toISOString()}. Signing this moves no funds.`
  if (challenge.length > CHALLENGE_CHARACTERS_MAX) throw new Error(`a challenge has ${challenge.length} characters`)
  return challenge
}

/** `name` in printable ASCII: accents are removed ("Zürcher" becomes "Zurcher"), and other characters become `?`. */
export function toPrintableAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim()
}

import type { AssetSymbol } from './asset.ts'

/** Longest text that AOPP lets a wallet sign. */
export const CHALLENGE_CHARACTERS_MAX = 1024

export const VASP_NAME_CHARACTERS_MAX = 120

/**
 * The text that the customer's key signs: one line of printable ASCII, at most 1024 characters.
 *
 * It names the VASP, the asset, the address, the proof, when it ends, and a nonce, so a signature serves no other purpose. One line,
 * because line breaks do not survive every wallet and clipboard. Without address the customer's wallet chooses one, and the key
 * that signs names it.
 */
export function writeChallenge(facts: {
  readonly vaspName: string
  readonly asset: AssetSymbol
  readonly address: string | undefined
  readonly proofId: string
  /** Unguessable, used once. */
  readonly nonce: string
  readonly expiresAt: Date
}): string {
  const { asset, address, proofId, nonce, expiresAt } = facts
  const claim = address
    ? `control the ${asset} address ${address}`
    : `control the ${asset} address whose key signs this message`
  const vasp = toPrintableAscii(facts.vaspName).slice(0, VASP_NAME_CHARACTERS_MAX)
  const text = `I confirm to ${vasp} that I ${claim}. Proof ${proofId}, nonce ${nonce}, valid until ${expiresAt.toISOString()}. Signing this moves no funds.`
  if (text.length > CHALLENGE_CHARACTERS_MAX) throw new Error(`a challenge has ${text.length} characters`)
  return text
}

/** Letters without their accents, and `?` for what ASCII cannot show: "Zürcher Bank" becomes "Zurcher Bank". */
export function toPrintableAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim()
}

import { ADDRESS_CHARACTERS_MAX } from './address.ts'
import { type Parsed, parsed, refused } from './refusal.ts'

/** More than any message signature, and enough for a BIP-322 witness. */
export const SIGNATURE_CHARACTERS_MAX = 4_096

/** What a customer or wallet sent, trimmed: printable ASCII within its limits, not yet checked against anything. */
export interface SubmissionText {
  readonly address: string
  readonly signature: string
}

/** `ADDRESS_INVALID` or `SIGNATURE_UNREADABLE` when one of the two is no text that could be meant: that is no attempt. */
export function parseSubmission(input: {
  readonly address: unknown
  readonly signature: unknown
}): Parsed<SubmissionText> {
  const address = readText(input.address, ADDRESS_CHARACTERS_MAX)
  if (!address) return refused('ADDRESS_INVALID', 'address: enter the address that signed, as your wallet shows it.')
  const signature = readText(input.signature, SIGNATURE_CHARACTERS_MAX)
  if (!signature)
    return refused(
      'SIGNATURE_UNREADABLE',
      'signature: enter the signature that your wallet shows, in base64 or hexadecimal.',
    )
  return parsed({ address, signature })
}

function readText(value: unknown, charactersMax: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replace(/\s+/g, '')
  return text.length <= charactersMax && /^[\x21-\x7e]+$/.test(text) ? text : undefined
}

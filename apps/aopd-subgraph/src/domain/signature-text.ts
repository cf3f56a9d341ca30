import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** The bytes of strict base64, or `undefined`. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

/** The bytes of hexadecimal digits with or without `0x`, or `undefined`. */
export function decodeHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/i, '')
  if (digits.length === 0 || digits.length % 2 === 1 || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
  return hexToBytes(digits)
}

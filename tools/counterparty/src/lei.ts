/** Whether `text` is a well-formed legal entity identifier: 20 characters whose ISO 7064 MOD 97-10 equals 1. */
export function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(text)) return false
  const digits = [...text].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

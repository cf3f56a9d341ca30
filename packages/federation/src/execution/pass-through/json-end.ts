import { MODULE } from './json-end.generated.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  begin(): void
  /** The address of the byte that closes the object, or -1. */
  scan(start: number, end: number): number
}

const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(MODULE, 'base64')))
const { memory, begin, scan } = instance.exports as unknown as Exports
const window = Buffer.from(memory.buffer)

/**
 * How many bytes into `pieces` the JSON object is over that begins at `start` of the first one: right after its closing brace. -1 when it does not end.
 *
 * Brackets are counted, those within texts left out; what else stands between them is not looked at. It takes a seventh of the time of a loop in
 * JavaScript, and a twentieth of that of parsing: see json-end.wat.
 */
export function jsonEnd(pieces: readonly Uint8Array[], start: number): number {
  begin()
  let before = 0
  let from = start
  for (const piece of pieces) {
    for (; from < piece.byteLength; from += window.byteLength) {
      const part = piece.subarray(from, from + window.byteLength)
      window.set(part)
      const end = scan(0, part.byteLength)
      if (end >= 0) return before + from + end + 1
    }
    from = 0
    before += piece.byteLength
  }
  return -1
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const NOTO = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari']
/** Fonts for the scripts in which most names are written. */
const FONTS = [
  ...NOTO.flatMap((subset) => [`noto-sans/files/noto-sans-${subset}-400-normal`]),
  'noto-sans/files/noto-sans-latin-700-normal',
  ...['arabic', 'hebrew', 'thai'].map((script) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal`),
]
/** Simple shapes for nearly every other character of Unicode. */
const FALLBACK_FONT = 'unifontex/files/unifontex-latin-400-normal'

const require = createRequire(import.meta.url)

/** The fonts that are always used, as TrueType or OpenType files. */
export function loadFonts(): Promise<Uint8Array[]> {
  return Promise.all(FONTS.map(loadFont))
}

/** The font for characters that the others lack. It is large, so it is loaded only for documents that need it. */
export function loadFallbackFont(): Promise<Uint8Array> {
  return loadFont(FALLBACK_FONT)
}

async function loadFont(file: string): Promise<Uint8Array> {
  return decodeWoff(await readFile(require.resolve(`@fontsource/${file}.woff`)))
}

/** The font inside a WOFF 1.0 file. Source: W3C, WOFF File Format 1.0, sections 3 to 5. */
function decodeWoff(woff: Buffer): Uint8Array {
  const tables = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(tables, 4)
  let end = 12 + 16 * tables
  for (let index = 0; index < tables; index += 1) {
    const from = 44 + 20 * index
    const to = 12 + 16 * index
    const offset = woff.readUInt32BE(from + 4)
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(from + 8))
    const length = woff.readUInt32BE(from + 12)
    woff.copy(font, to, from, from + 4)
    woff.copy(font, to + 4, from + 16, from + 20)
    font.writeUInt32BE(end, to + 8)
    font.writeUInt32BE(length, to + 12)
    font.set(stored.length < length ? inflateSync(stored, { maxOutputLength: length }) : stored, end)
    end += (length + 3) & ~3
  }
  return font
}

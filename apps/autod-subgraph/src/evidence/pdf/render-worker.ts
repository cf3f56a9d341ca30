import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { get_font_info, initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { drawSections } from './draw-sections.ts'
import { evidenceDocument, type ReadableBundle } from './evidence-document.ts'
import { breakablePieces, visibleText } from './visible-text.ts'

const NOTO = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari']
/** Fonts for the scripts in which most names are written. */
const FONTS = [
  ...NOTO.flatMap((subset) => [`noto-sans/files/noto-sans-${subset}-400-normal`]),
  'noto-sans/files/noto-sans-latin-700-normal',
  ...['arabic', 'hebrew', 'thai'].map((script) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal`),
]
/** Simple shapes for nearly every other character of Unicode. */
const FALLBACK_FONT = 'unifontex/files/unifontex-latin-400-normal'

const { resolve } = createRequire(import.meta.url)

/** Makes the compiler return diagnostics as objects with their position. */
const ALL_DIAGNOSTICS = 3

/** Entry point of the worker thread of `evidence-renderer.ts`: posts the PDF of its `workerData`. */
parentPort?.postMessage(await render(workerData as ReadableBundle))

async function render(bundle: ReadableBundle): Promise<Uint8Array> {
  const module = resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
  initSync({ module: await readFile(module) })
  const { title, sections } = evidenceDocument(bundle)
  const fonts = await loadFonts()
  const covered = new Set(fonts.flatMap(codePointsOf))
  const json = JSON.stringify(sections)
  if ([...json].some((character) => !covered.has(character.codePointAt(0) ?? 0))) {
    const fallback = await loadFallbackFont()
    fonts.push(fallback)
    for (const codePoint of codePointsOf(fallback)) covered.add(codePoint)
  }
  const show = (text: string) =>
    visibleText(text, (codePoint) => covered.has(codePoint))
      .split('\n')
      .map(breakablePieces)
  const content = {
    title: visibleText(title, () => true),
    heading: show(title),
    footer: `SHA-256 ${bundle.sha256}`,
    sections: drawSections(sections, show),
  }
  return await compile(fonts, content)
}

async function compile(fonts: readonly Uint8Array[], content: unknown): Promise<Uint8Array> {
  const builder = new TypstCompilerBuilder()
  // Prevents reading files of this machine, and packages.
  builder.set_dummy_access_model()
  for (const font of fonts) await builder.add_raw_font(font)
  const compiler = await builder.build()
  compiler.add_source('/evidence.typ', await readFile(new URL('./evidence.typ', import.meta.url), 'utf8'))
  compiler.map_shadow('/data.json', Buffer.from(JSON.stringify(content)))
  const { result, diagnostics } = compiler.compile('/evidence.typ', undefined, 'pdf', ALL_DIAGNOSTICS)
  if (!(result instanceof Uint8Array)) throw new Error(`the PDF was not made: ${JSON.stringify(diagnostics)}`)
  return result
}

/** The fonts that are always used, as TrueType or OpenType files. */
function loadFonts(): Promise<Uint8Array[]> {
  return Promise.all(FONTS.map(loadFont))
}

/** The font for characters that the others lack. It is large, so it is loaded only for documents that need it. */
function loadFallbackFont(): Promise<Uint8Array> {
  return loadFont(FALLBACK_FONT)
}

async function loadFont(file: string): Promise<Uint8Array> {
  return decodeWoff(await readFile(resolve(`@fontsource/${file}.woff`)))
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

/** The code points of a font: its coverage alternates between the lengths of gaps and of runs. */
function codePointsOf(font: Uint8Array): number[] {
  const [face] = get_font_info(font).info as readonly { readonly coverage: readonly number[] }[]
  const found: number[] = []
  let at = 0
  face?.coverage.forEach((length, index) => {
    for (let end = at + length; at < end; at += 1) if (index % 2 === 1) found.push(at)
  })
  return found
}

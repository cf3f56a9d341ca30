import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { get_font_info, initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { drawSections } from './draw-sections.ts'
import { evidenceDocument, type ReadableBundle } from './evidence-document.ts'
import { loadFallbackFont, loadFonts } from './fonts.ts'
import { breakablePieces, visibleText } from './visible-text.ts'

/** Makes the compiler return diagnostics as objects with their position. */
const ALL_DIAGNOSTICS = 3

/** Entry point of the worker thread of `evidence-renderer.ts`: posts the PDF of its `workerData`. */
parentPort?.postMessage(await render(workerData as ReadableBundle))

async function render(bundle: ReadableBundle): Promise<Uint8Array> {
  const module = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
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

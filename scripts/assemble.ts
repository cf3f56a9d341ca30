import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openAssembler from 'wabt'

/**
 * Assembles `json-end.wat` into the module that `json-end.ts` loads.
 *
 * `node scripts/assemble.ts [--check]`; with `--check` nothing is written and a stale module ends the run with code 1.
 */
const folder = new URL('../packages/federation/src/execution/pass-through/', import.meta.url)
const target = fileURLToPath(new URL('json-end.generated.ts', folder))

const assembler = await openAssembler()
const assembly = assembler.parseWat('json-end.wat', readFileSync(new URL('json-end.wat', folder), 'utf8'), {
  simd: true,
})
assembly.validate()
const bytes = Buffer.from(assembly.toBinary({}).buffer)
const code = `// Assembled from json-end.wat by "npm run codegen".\nexport const MODULE = '${bytes.toString('base64')}'\n`

if (!existsSync(target) || readFileSync(target, 'utf8') !== code) {
  if (process.argv.includes('--check')) {
    console.error(`${target} is stale: run "npm run codegen"`)
    process.exitCode = 1
  } else {
    writeFileSync(target, code)
    console.log(`wrote ${target}`)
  }
}

import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/gateway', import.meta.url)))
const { OperatorError } = await import('@travel-rule/service/operator-error')
const { explainFile } = await import('./explain-file.ts')

try {
  process.stdout.write(await explainFile(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(error.problems.map((problem) => `explain: ${problem}\n`).join(''))
  process.exitCode = 1
}

import { OperatorError } from '@travel-rule/service/operator-error'
import { runExportCommand } from '../export-command.ts'

// Entry point of `npm run export-audit` where only autod is installed, as in its image.
try {
  const { env, stdout } = process
  process.stderr.write(await runExportCommand(process.argv.slice(2), { env, stdout, now: new Date() }))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

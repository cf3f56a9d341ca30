import { OperatorError } from '@travel-rule/service/operator-error'
import { runCommand } from './run-command.ts'

/** `npm run trp:conformance`. */
try {
  process.exitCode = await runCommand(process.argv.slice(2), process.stdout)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

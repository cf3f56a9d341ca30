import { OperatorError } from '@travel-rule/service/operator-error'
import { runScreeningCommand } from './run-screening-command.ts'

/** Loads sanctions lists into the database given by `TRPD_DATABASE_URL`; the entry point for containers. */
try {
  const { output, isComplete } = await runScreeningCommand(process.argv.slice(2), process.env)
  process.stdout.write(output)
  if (!isComplete) process.exitCode = 1
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import { OperatorError } from '@travel-rule/service/operator-error'
import { withNodeEnvironment } from '../node-environment.ts'

/** `npm run feeds`: restores of a database, as the audit log sees them. */
try {
  process.stdout.write(await runFeedsCommand(process.argv.slice(2), await withNodeEnvironment(process.env)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

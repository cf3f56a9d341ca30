import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import { OperatorError } from '@travel-rule/service/operator-error'
import { withNodeEnvironment } from '../node-environment.ts'

/** `npm run feeds`: lists the event feeds of a node, and resumes them after a restore from a backup. */
try {
  process.stdout.write(await runFeedsCommand(process.argv.slice(2), await withNodeEnvironment(process.env)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

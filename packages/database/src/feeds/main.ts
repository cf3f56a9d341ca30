import { OperatorError } from '@travel-rule/service/operator-error'
import { runFeedsCommand } from '../feeds-command.ts'

// Replaces `npm run feeds` where only an app is installed, such as in an image.
try {
  process.stdout.write(await runFeedsCommand(process.argv.slice(2), process.env))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

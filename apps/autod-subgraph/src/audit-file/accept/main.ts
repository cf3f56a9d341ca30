import { OperatorError } from '@travel-rule/service/operator-error'
import { operatorName } from '@travel-rule/service/operator-name'
import { runAcceptCommand } from '../accept-command.ts'

// Entry point of `npm run accept-audit` where only autod is installed, as in its image.
try {
  const options = { env: process.env, acceptedBy: operatorName(), now: new Date() }
  process.stdout.write(await runAcceptCommand(process.argv.slice(2), options))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { OperatorError } from '@travel-rule/service/operator-error'
import { runScreeningCommand } from '@travel-rule/trpd-subgraph/screening-command/run-screening-command'
import { withNodeEnvironment } from '../node-environment.ts'

/** `npm run screening:update`: loads sanctions lists into the database of a node. */
try {
  const environment = await withNodeEnvironment(process.env)
  const { output, isComplete } = await runScreeningCommand(process.argv.slice(2), environment)
  process.stdout.write(output)
  if (!isComplete) process.exitCode = 1
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { userInfo } from 'node:os'
import { runAcceptCommand } from '@travel-rule/autod-subgraph/audit-file/accept-command'
import { runExportCommand } from '@travel-rule/autod-subgraph/audit-file/export-command'
import { OperatorError } from '@travel-rule/service/operator-error'
import { withNodeEnvironment } from '../node-environment.ts'

/** `npm run export-audit` and `npm run accept-audit`: commands for the audit log of a node. */
try {
  const [command, ...args] = process.argv.slice(2)
  const env = await withNodeEnvironment(process.env)
  const now = new Date()
  const told =
    command === 'export'
      ? await runExportCommand(args, { env, stdout: process.stdout, now })
      : await runAcceptCommand(args, { env, acceptedBy: userInfo().username, now })
  process.stderr.write(told)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { runVerifyCommand } from '../verify-command.ts'

/** `npm run verify-audit`: verifies an export of the audit log offline. */
const { output, exitCode } = await runVerifyCommand(process.argv.slice(2))
process.stdout.write(output)
process.exitCode = exitCode

import { runVerifyEvidence } from '../verify-evidence-command.ts'

/** `npm run verify-evidence`: verifies a bundle of evidence offline. */
const { output, exitCode } = await runVerifyEvidence(process.argv.slice(2))
process.stdout.write(output)
process.exitCode = exitCode

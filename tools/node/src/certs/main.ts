import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { readConfig } from '../config.ts'
import { CERTIFICATES_USAGE, parseHolders, writeCertificates } from './write-certificates.ts'

/** `npm run certs [-- name[=host,host] …]`: a local authority, and certificates for nodes. */
const args = process.argv.slice(2)
try {
  if (asksForHelp(args)) {
    process.stdout.write(CERTIFICATES_USAGE)
  } else {
    const { dataDir } = readConfig(process.env)
    const folders = await writeCertificates(`${dataDir}/certs`, parseHolders(args))
    console.log('For development only: the key of the authority is on this machine.')
    for (const folder of folders) console.log(`TRPD_TLS_FOLDER=${folder}`)
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { OperatorError } from '@travel-rule/service/operator-error'
import { readConfig } from '../config.ts'
import { parseHolders, writeCertificates } from './write-certificates.ts'

/** `npm run certs [-- name[=host,host] …]`: a local authority, and certificates for nodes. */
try {
  const { dataDir } = readConfig(process.env)
  const holders = parseHolders(process.argv.slice(2))
  const folders = await writeCertificates(`${dataDir}/certs`, holders)
  console.log('For development only: the key of the authority is on this machine.')
  for (const folder of folders) console.log(`TRPD_TLS_FOLDER=${folder}`)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

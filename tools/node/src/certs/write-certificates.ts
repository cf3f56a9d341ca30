import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CertificateAuthority,
  createAuthority,
  openAuthority,
} from '@travel-rule/certificates/certificate-authority'
import { OperatorError } from '@travel-rule/service/operator-error'

/** A node that needs a certificate. */
export interface CertificateHolder {
  /** The name of the node and of its folder. */
  readonly name: string
  /** DNS names and IP addresses of its TRP listener. */
  readonly hosts: readonly string[]
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1']
const HOLDERS_MAX = 20

export const CERTIFICATES_USAGE = `npm run certs                            certificates for two nodes on this machine, alice and bob
npm run certs -- <name>[=<host>,<host>]  for a node with this name, reached at these DNS names and IP addresses; up to ${HOLDERS_MAX} nodes

Writes a folder for TRPD_TLS_FOLDER for each node to certs/ in the data folder, and an authority that signs them.
`

/**
 * The nodes in the arguments of `npm run certs`: `alice`, or `alice=trp.alice.example,10.0.0.7`. Default: two on this
 * machine.
 */
export function parseHolders(args: readonly string[]): CertificateHolder[] {
  const holders = (args.length === 0 ? ['alice', 'bob'] : args).map((argument) => {
    const [name = '', list] = argument.split('=')
    const hosts = list === undefined ? LOCAL_HOSTS : list.split(',').map((host) => host.trim())
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name) || name === AUTHORITY || hosts.includes('')) {
      throw new OperatorError([
        `${argument}: write a name in lower case, or name=host,host like alice=trp.alice.example.`,
        CERTIFICATES_USAGE,
      ])
    }
    return { name, hosts }
  })
  if (holders.length > HOLDERS_MAX) throw new OperatorError(`At most ${HOLDERS_MAX} nodes at a time.`)
  return holders
}

const AUTHORITY = 'authority'

/**
 * Writes a folder for `TRPD_TLS_FOLDER` for each node, with a new key, below `folder`. The authority is created once
 * and issues all later certificates.
 */
export async function writeCertificates(folder: string, holders: readonly CertificateHolder[]): Promise<string[]> {
  const authority = await ownAuthority(join(folder, AUTHORITY))
  const written: string[] = []
  for (const { name, hosts } of holders) {
    const { certificate, key } = await authority.issue({ name, hosts })
    const target = join(folder, name)
    await writeFiles(target, { 'tls.key': key, 'tls.crt': certificate, 'ca.crt': authority.certificate })
    written.push(target)
  }
  return written
}

async function ownAuthority(folder: string): Promise<CertificateAuthority> {
  try {
    const [certificate, key] = await Promise.all(
      ['ca.crt', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    return await openAuthority({ certificate: certificate ?? '', key: key ?? '' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new OperatorError(`${folder} cannot be used: remove it to create a new authority.`, { cause: error })
    }
    const authority = await createAuthority('Local TRP authority, development only')
    await writeFiles(folder, { 'ca.key': authority.key, 'ca.crt': authority.certificate })
    return authority
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await writeFile(path, content.endsWith('\n') ? content : `${content}\n`, { mode: 0o600 })
    await chmod(path, name.endsWith('.key') ? 0o600 : 0o644)
  }
}

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Logger } from './logger.ts'
import { Counter, Gauge, type Metrics } from './metrics.ts'
import { OperatorError } from './operator-error.ts'

/** A certificate with its key, and the trusted authorities; PEM. */
export interface TlsIdentity {
  /** The certificate, followed by intermediate certificates. */
  readonly certificate: string
  readonly key: string
  /** The trusted authorities; empty to trust none. */
  readonly authorities: readonly string[]
  /** The first certificate of `certificate`. */
  readonly leaf: X509Certificate
}

/** The TLS files of a service. */
export interface TlsFiles extends Disposable {
  /** Returns the same object until the files change. */
  current(): TlsIdentity
  /** Calls `listener` after each change. */
  onChange(listener: () => void): void
}

export interface TlsFilesOptions {
  /** Contains `tls.crt`, `tls.key` and `ca.crt`, the names that cert-manager uses. */
  readonly folder: string
  /** Interval at which the files are read again. */
  readonly reloadSeconds: number
  readonly logger: Logger
  readonly metrics: Metrics
}

const FILE_BYTES_MAX = 1_000_000

/**
 * Reads TLS files, and reads them again when they change. Files that cannot be used are logged, and the previous ones
 * remain in use.
 *
 * Throws `OperatorError` when they cannot be used at the start.
 */
export async function openTlsFiles({ folder, reloadSeconds, logger, metrics }: TlsFilesOptions): Promise<TlsFiles> {
  const { expiry, failures } = openTlsMetrics(metrics)
  const listeners: (() => void)[] = []
  let seen = await readFiles(folder)
  let identity = parseFiles(folder, seen)
  expiry.set(expirySeconds(identity))

  async function reload(): Promise<void> {
    try {
      const files = await readFiles(folder)
      if (files.join('\0') === seen.join('\0')) return
      const next = parseFiles(folder, files)
      seen = files
      identity = next
      expiry.set(expirySeconds(next))
      logger.info({ subject: next.leaf.subject, notAfter: next.leaf.validTo }, 'reloaded the TLS files')
      for (const listener of listeners) listener()
    } catch (err) {
      failures.inc()
      logger.error({ err }, 'the TLS files cannot be used; the previous ones stay in use')
    }
  }

  let reloading = false
  const timer = setInterval(() => {
    if (reloading) return
    reloading = true
    void reload().finally(() => {
      reloading = false
    })
  }, reloadSeconds * 1_000).unref()
  return {
    current: () => identity,
    onChange: (listener) => void listeners.push(listener),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function openTlsMetrics({ registry }: Metrics) {
  const expiry = new Gauge({
    name: 'tls_certificate_expires_timestamp_seconds',
    help: 'When the certificate in the TLS folder expires',
    registers: [registry],
  })
  const failures = new Counter({
    name: 'tls_reload_failures_total',
    help: 'Times that the TLS files could not be used, so that the previous ones stayed in use',
    registers: [registry],
  })
  return { expiry, failures }
}

function expirySeconds({ leaf }: TlsIdentity): number {
  return leaf.validToDate.getTime() / 1_000
}

const NAMES = ['tls.crt', 'tls.key', 'ca.crt'] as const

type FileContents = readonly [certificate: string, key: string, authorities: string]

async function readFiles(folder: string): Promise<FileContents> {
  // One after another, so that the error always names the first file that cannot be read.
  const [certificateName, keyName, authoritiesName] = NAMES
  const certificate = await readLimited(join(folder, certificateName))
  const key = await readLimited(join(folder, keyName))
  const authorities = await readLimited(join(folder, authoritiesName))
  return [certificate, key, authorities]
}

async function readLimited(path: string): Promise<string> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    if (size > FILE_BYTES_MAX) throw new OperatorError(`${path} is longer than 1 MB.`)
    return await file.readFile('utf8')
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new OperatorError(`${path} cannot be read (${String(code)}).`, { cause: error })
  }
}

function parseFiles(folder: string, [certificate, key, ca]: FileContents): TlsIdentity {
  const path = (name: (typeof NAMES)[number]) => join(folder, name)
  const leaf = attempt(`${path('tls.crt')} is not a PEM certificate.`, () => new X509Certificate(certificate))
  const privateKey = attempt(`${path('tls.key')} is not a PEM private key.`, () => createPrivateKey(key))
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new OperatorError(`${path('tls.key')} is not the key of the first certificate in ${path('tls.crt')}.`)
  }
  const authorities = ca.match(PEM_CERTIFICATE) ?? []
  attempt(`${path('ca.crt')} contains a certificate that cannot be parsed.`, () =>
    authorities.map((pem) => new X509Certificate(pem)),
  )
  if (authorities.length !== ca.split(PEM_BEGIN).length - 1) {
    throw new OperatorError(`${path('ca.crt')} contains a certificate that is not complete.`)
  }
  if (authorities.length === 0 && ca.trim() !== '') {
    throw new OperatorError(`${path('ca.crt')} must contain PEM certificates, or be empty to trust no authority.`)
  }
  attempt(`${path('tls.crt')} and ${path('tls.key')} cannot be used for TLS.`, () =>
    createSecureContext({ cert: certificate, key, ca: authorities }),
  )
  return { certificate, key, authorities, leaf }
}

const PEM_BEGIN = '-----BEGIN'
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function attempt<Value>(problem: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    throw new OperatorError(problem, { cause: error })
  }
}

import { ok } from '@travel-rule/service/result'
import type { Deviation } from '../../messages/domain/deviation.ts'
import { checkExtensions, unsupportedExtensions } from '../../messages/domain/discovery.ts'
import { isExtensionName } from '../../messages/domain/headers.ts'
import type { TrpResult } from '../../messages/domain/trp-body.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** The places in a received message that name extensions. */
export interface NamedExtensions {
  /** The names in the header `api-extensions`, lower-cased. */
  readonly header: readonly string[]
  /** The field `extensions` of the body. */
  readonly body?: Readonly<Record<string, unknown>>
}

/**
 * The unsupported extensions of a message, which are ignored because `sender` does not require them.
 *
 * Refused with 422 `TRP_EXTENSION_UNSUPPORTED` if `sender` has said that it requires one of them.
 */
export function ignoredExtensions(
  { header, body = {} }: NamedExtensions,
  sender: Pick<Vasp, 'discovery'>,
): TrpResult<readonly Deviation[]> {
  const fields = Object.keys(body).filter(isExtensionName)
  const named = unsupportedExtensions([...header, ...fields])
  const required = sender.discovery?.extensions?.required ?? []
  const checked = checkExtensions(named.filter((name) => required.includes(name)))
  if (!checked.ok) return checked
  return ok(
    named.map((name) => ({
      clause: 'TRP header, api-extensions',
      path: header.includes(name) ? 'api-extensions' : `extensions.${name}`,
      message: `This node does not support the extension ${name} and ignored it.`,
    })),
  )
}

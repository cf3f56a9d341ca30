import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import type { DecisionPorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { addPin } from '../domain/pinned-key.ts'
import type { Vasp } from '../domain/vasp.ts'
import { readPin } from './read-certificate.ts'
import { changeVasp } from './vasp-actions.ts'

/**
 * Pins a key of a VASP: from then on, only certificates with a pinned key prove its identity, both as a
 * server and as a client.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_KEY_INVALID`, `VASP_KEYS_TOO_MANY`.
 */
export function pinVaspKey(
  service: WorkPorts & DecisionPorts,
  id: string,
  pin: string,
  actor: Actor,
): Promise<Result<Vasp>> {
  return changeVasp(service, { id, actor, event: 'vasp.key_pinned' }, ({ pinnedKeys }) => {
    const added = addPin(pinnedKeys, readPin(pin))
    return added.ok ? ok({ pinnedKeys: added.value }) : added
  })
}

/** Removes a pinned key of a VASP. Refused with `VASP_NOT_FOUND`. */
export function unpinVaspKey(
  service: WorkPorts & DecisionPorts,
  id: string,
  key: string,
  actor: Actor,
): Promise<Result<Vasp>> {
  return changeVasp(service, { id, actor, event: 'vasp.key_unpinned' }, ({ pinnedKeys }) =>
    ok({ pinnedKeys: pinnedKeys.filter((pinned) => pinned !== key) }),
  )
}

/**
 * Sets whether a VASP must use mutual TLS: `true` for automatic approvals of its inquiries and for its
 * callbacks, `undefined` for the approvals only. Refused with `VASP_NOT_FOUND`.
 */
export function setMutualTls(
  service: WorkPorts & DecisionPorts,
  id: string,
  required: boolean | undefined,
  actor: Actor,
): Promise<Result<Vasp>> {
  return changeVasp(service, { id, actor, event: 'vasp.mutual_tls_set' }, () => ok({ requiresMutualTls: required }))
}

import { randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { isLei } from '../domain/lei.ts'
import { VASP_NAME_LENGTH_MAX } from '../domain/trp-message/identity.ts'
import type { Vasp } from '../domain/vasp.ts'
import { DEFAULT_WIRE_PROFILE } from '../domain/wire-profile.ts'
import { lockVaspByHost, lockVaspsByLei } from '../store/vasps.ts'
import { addVasp, changedVasp, saveVasp } from './save-vasp.ts'
import type { Work } from './work.ts'

/** How a VASP showed itself. Its name and LEI are what it claims. */
export interface Appearance {
  /** Host and port it is spoken to, lower-cased. */
  readonly host: string
  readonly url: string
  readonly name?: string | undefined
  readonly lei?: string | undefined
  readonly at: Date
}

/**
 * The VASP at a host, held against other writers; a host that nobody knows is recorded as an untrusted VASP.
 *
 * A claimed LEI only leads to a VASP that has no host yet and is not trusted: what anybody can claim never earns trust.
 */
export async function findOrDiscoverVasp(work: Work, appearance: Appearance, actor: Actor): Promise<Vasp> {
  const known = await lockVaspByHost(work.tx, appearance.host)
  if (known !== undefined) return known
  return (await adoptByLei(work, appearance, actor)) ?? (await discover(work, appearance, actor))
}

async function adoptByLei(work: Work, appearance: Appearance, actor: Actor): Promise<Vasp | undefined> {
  const { lei, host, url, at } = appearance
  if (lei === undefined || !isLei(lei)) return undefined
  const candidates = await lockVaspsByLei(work.tx, lei)
  const candidate = candidates.find((vasp) => vasp.host === undefined && vasp.trust === 'UNTRUSTED')
  if (candidate === undefined) return undefined
  const vasp = changedVasp(candidate, { host, url }, at)
  await saveVasp(work, { vasp, event: 'vasp.updated', actor })
  return vasp
}

async function discover(work: Work, appearance: Appearance, actor: Actor): Promise<Vasp> {
  const { host, url, name, lei, at } = appearance
  const vasp: Vasp = {
    id: randomUUID(),
    version: 1,
    name: readable(name) || host,
    ...(lei !== undefined && isLei(lei) ? { lei } : {}),
    url,
    host,
    trust: 'UNTRUSTED',
    autoApprove: false,
    wireProfile: DEFAULT_WIRE_PROFILE,
    createdAt: at,
    updatedAt: at,
  }
  if (await addVasp(work, { vasp, event: 'vasp.discovered', actor })) return vasp
  const other = await lockVaspByHost(work.tx, host)
  if (other === undefined) throw new Error('a VASP was there and is gone')
  return other
}

/** What a VASP calls itself, on one line and without characters that nobody sees. */
function readable(name = ''): string {
  const line = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return [...line].slice(0, VASP_NAME_LENGTH_MAX).join('')
}

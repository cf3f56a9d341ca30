import { ConflictError, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { Vasp } from '../domain/vasp.ts'
import { hostsOf } from '../domain/vasp-hosts.ts'
import {
  claimHosts,
  findVaspByHost,
  lockVasp,
  lockVaspByHost,
  lockVaspsByLei,
  lockVaspsNamed,
  type NamedVasps,
  storeVasps,
} from '../store/vasps.ts'
import { addVasp, publishVasp, saveVasp, type VaspChange } from './vasp-record.ts'

/** The VASPs that a change reads, locked until the transaction ends, or writes. */
export interface VaspRecords {
  lock(id: string): Promise<Vasp | undefined>
  lockByHost(host: string): Promise<Vasp | undefined>
  /** The VASPs with this LEI, oldest first. */
  lockByLei(lei: string): Promise<readonly Vasp[]>
  /** The VASP at `host`, not necessarily locked. */
  findByHost(host: string): Promise<Vasp | undefined>
  /** Claims the hosts of `vasp` before it is stored; `false` if another VASP has one of them. */
  claimHosts(vasp: Vasp): Promise<boolean>
  /** Stores a new VASP and its event; `false` if another VASP has its host. */
  add(change: VaspChange): Promise<boolean>
  /** Stores the next version of a VASP and its event. */
  save(change: VaspChange): Promise<void>
}

/** The VASPs in the database; each call runs one or a few statements. */
export function storedVasps(work: UnitOfWork): VaspRecords {
  const { tx } = work
  return {
    lock: (id) => lockVasp(tx, id),
    lockByHost: (host) => lockVaspByHost(tx, host),
    lockByLei: (lei) => lockVaspsByLei(tx, lei),
    findByHost: (host) => findVaspByHost(tx, host),
    claimHosts: (vasp) => claimHosts(tx, vasp),
    add: (change) => addVasp(work, change),
    save: (change) => saveVasp(work, change),
  }
}

/** VASPs that are kept in memory until they are stored together. */
export interface VaspBatch extends VaspRecords {
  /** Stores all added and saved VASPs in one statement. */
  store(): Promise<void>
}

/** The VASPs with these ids, hosts and LEIs, loaded by two statements. Later calls must name no others. */
export async function openVaspBatch({ tx, record }: UnitOfWork, named: NamedVasps): Promise<VaspBatch> {
  const { vasps, holders } = await lockVaspsNamed(tx, named)
  const current = new Map(vasps.map((vasp) => [vasp.id, vasp]))
  const holderOf = new Map(holders)
  // Another VASP took one of the hosts while this transaction was waiting for the lock.
  if (holders.some(([, id]) => !current.has(id))) throw new ConflictError('a host has another VASP now')
  const changed = new Set<string>()

  const atHost = async (host: string) => current.get(holderOf.get(host) ?? '')
  const lock = async (id: string) => current.get(id.toLowerCase())
  async function claim(vasp: Vasp): Promise<boolean> {
    const hosts = hostsOf(vasp)
    if (hosts.some((host) => (holderOf.get(host) ?? vasp.id) !== vasp.id)) return false
    for (const host of hosts) holderOf.set(host, vasp.id)
    return true
  }
  async function save(change: VaspChange): Promise<void> {
    const { vasp } = change
    const before = current.get(vasp.id)
    for (const host of before === undefined ? [] : hostsOf(before)) holderOf.delete(host)
    if (!(await claim(vasp))) throw new Error('a VASP was saved with a host of another VASP')
    current.set(vasp.id, vasp)
    changed.add(vasp.id)
    publishVasp({ record }, change, before)
  }
  return {
    lock,
    lockByHost: atHost,
    async lockByLei(lei) {
      const found = [...current.values()].filter((vasp) => vasp.lei === lei)
      return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    },
    findByHost: atHost,
    claimHosts: claim,
    async add(change) {
      if (!(await claim(change.vasp))) return false
      await save(change)
      return true
    },
    save,
    async store() {
      const all = [...changed].flatMap((id) => current.get(id) ?? [])
      if (!(await storeVasps(tx, all))) throw new ConflictError('another VASP took one of the hosts')
    },
  }
}

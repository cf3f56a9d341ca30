import DataLoader from 'dataloader'
import type { Node } from '../actions/transfer-service.ts'
import { isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { type AddressBookEntry, loadEntries } from '../store/address-book.ts'
import { type HistoryEntry, listHistory } from '../store/transfer-history.ts'
import { loadPrivates, loadTransfers, type TransferPrivate } from '../store/transfers.ts'
import { loadVasps } from '../store/vasps.ts'
import type { Context } from './context.ts'

/** One loader per entity and operation: however many are asked for, each costs one statement. */
export interface Loaders {
  readonly transfer: DataLoader<string, Transfer | undefined>
  /** What is kept under seal; only asked for by fields that need `pii:read`. */
  readonly transferPrivate: DataLoader<string, TransferPrivate | undefined>
  readonly history: DataLoader<string, readonly HistoryEntry[]>
  readonly vasp: DataLoader<string, Vasp | undefined>
  readonly entry: DataLoader<string, AddressBookEntry | undefined>
  /** Forgets what was loaded: to be called after every change. */
  forget(): void
}

/** Loaders that keep what they have loaded until the operation ends or something is changed. */
export function openLoaders({ database: { db }, sealer }: Pick<Node, 'database' | 'sealer'>): Loaders {
  const loaders = {
    transfer: openEntityLoader((ids) => loadTransfers(db, sealer, ids)),
    vasp: openEntityLoader((ids) => loadVasps(db, ids)),
    entry: openEntityLoader((ids) => loadEntries(db, sealer, ids)),
    transferPrivate: new DataLoader(async (ids: readonly string[]) => {
      const found = await loadPrivates(db, sealer, ids)
      return ids.map((id) => found.get(id))
    }),
    history: new DataLoader(async (ids: readonly string[]) => {
      const entries = Map.groupBy(await listHistory(db, sealer, ids), ({ transfer }) => transfer.id)
      return ids.map((id) => entries.get(id) ?? [])
    }),
  }
  return {
    ...loaders,
    forget() {
      for (const loader of Object.values(loaders)) loader.clearAll()
    },
  }
}

/** Text that is no key names nothing. */
function openEntityLoader<Entity extends { readonly id: string }>(
  load: (ids: readonly string[]) => Promise<readonly Entity[]>,
): DataLoader<string, Entity | undefined> {
  return new DataLoader(
    async (ids) => {
      const keys = ids.filter(isUuid)
      const found = keys.length === 0 ? [] : await load(keys)
      const byId = new Map(found.map((entity) => [entity.id, entity]))
      return ids.map((id) => byId.get(id.toLowerCase()))
    },
    { cacheKeyFn: (id) => id.toLowerCase() },
  )
}

type Resolve = (parent: unknown, args: unknown, context: Context, info: unknown) => unknown

/** The same mutation fields; after each the operation forgets what it has loaded, so that what follows shows what is true then. */
export function forgetAfter(mutations: object): Record<string, Resolve> {
  return Object.fromEntries(
    Object.entries(mutations).map(([name, resolve]: [string, Resolve]) => [
      name,
      async (parent, args, context, info) => {
        const result = await resolve(parent, args, context, info)
        context.loaders.forget()
        return result
      },
    ]),
  )
}

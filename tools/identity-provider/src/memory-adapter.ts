import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const ENTRIES_MAX = 10_000

interface Entry {
  readonly payload: AdapterPayload
  readonly expiresAtMs: number
}

/**
 * Stores sessions, grants, codes and refresh tokens until they expire or the process ends. Each
 * kind has at most `ENTRIES_MAX` entries; the oldest is removed first.
 */
export function openMemoryAdapter(options: { readonly now: () => number }): AdapterFactory {
  const kinds = new Map<string, Map<string, Entry>>()

  return (kind): Adapter => {
    const entries = new Map<string, Entry>()
    kinds.set(kind, entries)

    const live = (id: string) => {
      const entry = entries.get(id)
      if (!entry || options.now() < entry.expiresAtMs) return entry?.payload
      entries.delete(id)
      return undefined
    }
    const liveWhere = (matches: (payload: AdapterPayload) => boolean) => {
      const id = [...entries].find(([, entry]) => matches(entry.payload))?.[0]
      return id === undefined ? undefined : live(id)
    }

    return {
      async upsert(id, payload, expiresInSeconds) {
        const expiresAtMs = expiresInSeconds ? options.now() + expiresInSeconds * 1000 : Number.POSITIVE_INFINITY
        entries.delete(id)
        entries.set(id, { payload, expiresAtMs })
        const oldest = entries.keys().next().value
        if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
      },
      find: async (id) => live(id),
      findByUid: async (uid) => liveWhere((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => liveWhere((payload) => payload.userCode === userCode),
      async consume(id) {
        const entry = entries.get(id)
        if (!entry) return
        entries.set(id, { ...entry, payload: { ...entry.payload, consumed: Math.floor(options.now() / 1000) } })
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const others of kinds.values()) {
          for (const [id, entry] of others) if (entry.payload.grantId === grantId) others.delete(id)
        }
      },
    }
  }
}

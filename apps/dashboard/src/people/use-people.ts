import { useQuery } from '@apollo/client/react'
import { CasePeopleDocument } from '../api/operations.generated.ts'

/** The people and clients that have used the service, for choices and names. */
export interface People {
  /** Names by id; the id if no name is known. */
  readonly names: ReadonlyMap<string, string>
  /** The people to whom cases can be assigned, sorted by name. */
  readonly assignees: readonly { readonly id: string; readonly name: string }[]
  readonly isLoading: boolean
}

/** Loaded once, and again whenever a list of choices is opened with `fresh`. */
export function usePeople({ fresh = false }: { readonly fresh?: boolean } = {}): People {
  const { data, loading } = useQuery(CasePeopleDocument, { fetchPolicy: fresh ? 'cache-and-network' : 'cache-first' })
  const named = ({ id, name }: { readonly id: string; readonly name: string | null }) => ({ id, name: name ?? id })
  return {
    names: new Map((data?.autod?.users ?? []).map(named).map(({ id, name }) => [id, name])),
    assignees: (data?.trpd?.assignees ?? []).map(named).toSorted((a, b) => a.name.localeCompare(b.name)),
    isLoading: loading,
  }
}

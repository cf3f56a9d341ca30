import { useQuery } from '@apollo/client/react'
import { CasePeopleDocument } from '../api/operations.generated.ts'

/** The people and clients who have used the service, for choices and names. */
export interface People {
  /** Names by id; the id where no name is known. */
  readonly names: ReadonlyMap<string, string>
  /** Those who may work on cases. */
  readonly officers: readonly { readonly id: string; readonly name: string }[]
  readonly isLoading: boolean
}

/** Loaded once, and again whenever a list of choices is opened `fresh`. */
export function usePeople({ fresh = false }: { readonly fresh?: boolean } = {}): People {
  const { data, loading } = useQuery(CasePeopleDocument, { fetchPolicy: fresh ? 'cache-and-network' : 'cache-first' })
  const people = (data?.autod?.users ?? []).map(({ id, name, roles }) => ({ id, name: name ?? id, roles }))
  return {
    names: new Map(people.map(({ id, name }) => [id, name])),
    officers: people.filter(({ roles }) => roles?.some((role) => role !== 'observer')),
    isLoading: loading,
  }
}

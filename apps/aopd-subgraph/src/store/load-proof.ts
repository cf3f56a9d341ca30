import { readAgainIfErased } from '@travel-rule/database/read-again'
import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Proof } from '../proofs/domain/proof.ts'
import { fromRow, hashToken } from './proof-row.ts'
import type { ProofVersionTable, Tables } from './tables.ts'

/** What is needed to read a proof. */
export interface ProofReader {
  readonly db: Kysely<Tables>
  readonly sealer: Sealer
}

/** Identifies a proof: by id, or by the token that only its customer has. */
export type ProofKey = { readonly id: string } | { readonly token: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The proof with a token; `undefined` if unknown. */
export async function loadProofByToken({ db, sealer }: ProofReader, token: string): Promise<Proof | undefined> {
  const query = db.selectFrom('proof').selectAll().where('tokenHash', '=', hashToken(token))
  return readAgainIfErased(async () => openProof({ db, sealer }, await query.executeTakeFirst()))
}

/** The proof with a key, locked until the transaction ends; `undefined` if unknown. */
export async function lockProof(
  { tx, sealer }: { readonly tx: Transaction<Tables>; readonly sealer: Sealer },
  key: ProofKey,
): Promise<Proof | undefined> {
  if ('id' in key && !isProofId(key.id)) return undefined
  const query = tx.selectFrom('proof').selectAll().forUpdate()
  const row = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('tokenHash', '=', hashToken(key.token))
  ).executeTakeFirst()
  return openProof({ db: tx, sealer }, row)
}

/** The proofs with `ids`, in the same order; `undefined` for unknown ones. */
export async function loadProofs({ db, sealer }: ProofReader, ids: readonly string[]): Promise<(Proof | undefined)[]> {
  const validIds = ids.filter(isProofId)
  const query = db.selectFrom('proof').selectAll().where('id', 'in', validIds)
  const proofs =
    validIds.length === 0 ? [] : await readAgainIfErased(async () => openProofs({ db, sealer }, await query.execute()))
  const byId = new Map(proofs.map((proof) => [proof.id, proof]))
  return ids.map((id) => byId.get(id.toLowerCase()))
}

/**
 * Proofs at these versions, in the same order; `undefined` for a version that does not exist. Takes one
 * statement, plus one for keys that are not cached.
 */
export async function loadProofVersions(
  { db, sealer }: ProofReader,
  versions: readonly { readonly id: string; readonly version: number }[],
): Promise<(Proof | undefined)[]> {
  const query = sql<Row & { readonly place: number }>`
    select proof_version.*, (wanted.place - 1)::integer as place
    from unnest(${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::integer[])
      with ordinality as wanted (id, version, place)
    join proof_version on proof_version.id = wanted.id and proof_version.version = wanted.version`
  return readAgainIfErased(async () => {
    const { rows } = await query.execute(db)
    const proofs = await openProofs({ db, sealer }, rows)
    const found = new Map(rows.map(({ place }, index) => [place, proofs[index]]))
    return versions.map((_version, place) => found.get(place))
  })
}

/**
 * The proofs of rows. The keys are loaded after the rows, so that those of newly sealed proofs are found.
 * Throws `SEAL_KEY_ERASED` if one is erased in between.
 */
export async function openProofs({ db, sealer }: ProofReader, rows: readonly Row[]): Promise<Proof[]> {
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => fromRow(row, keyOf(row.id)))
}

type Row = Selectable<ProofVersionTable>

async function openProof(reader: ProofReader, row: Row | undefined): Promise<Proof | undefined> {
  return row && (await openProofs(reader, [row]))[0]
}

export function isProofId(id: string): boolean {
  return UUID.test(id)
}

import type { Sealer } from '@travel-rule/database/seal'
import { SealError, type Sealing } from '@travel-rule/database/sealed-bytes'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Proof } from '../domain/proof.ts'
import { fromRow, hashToken } from './proof-row.ts'
import type { ProofVersionTable, Tables } from './tables.ts'

/** What reading a proof needs. */
export interface ProofReader {
  readonly db: Kysely<Tables>
  readonly sealer: Sealer
}

/** Identifies a proof: by id, or by the token that only its customer has. */
export type ProofKey = { readonly id: string } | { readonly token: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The proof of a token; `undefined` for an unknown one. */
export async function loadProofByToken({ db, sealer }: ProofReader, token: string): Promise<Proof | undefined> {
  const row = await db.selectFrom('proof').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()
  return row && openProof({ db, sealer }, row)
}

/** The proof of a key, locked until the transaction ends; `undefined` for an unknown one. */
export async function lockProof(
  { tx, sealer }: { readonly tx: Transaction<Tables>; readonly sealer: Sealer },
  key: ProofKey,
): Promise<Proof | undefined> {
  if ('id' in key && !isProofId(key.id)) return undefined
  const query = tx.selectFrom('proof').selectAll().forUpdate()
  const row = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('token_hash', '=', hashToken(key.token))
  ).executeTakeFirst()
  return row && openProof({ db: tx, sealer }, row)
}

/** The proofs of `ids`, in their order; `undefined` for unknown ones. */
export async function loadProofs({ db, sealer }: ProofReader, ids: readonly string[]): Promise<(Proof | undefined)[]> {
  const validIds = ids.filter(isProofId)
  const rows =
    validIds.length === 0 ? [] : await db.selectFrom('proof').selectAll().where('id', 'in', validIds).execute()
  const byId = new Map((await openProofs({ db, sealer }, rows)).map((proof) => [proof.id, proof]))
  return ids.map((id) => byId.get(id.toLowerCase()))
}

/** A proof at one of its versions. */
export async function loadProofVersion(
  { db, sealer }: ProofReader,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('proof_version')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && openProof({ db, sealer }, row)
}

/** The proofs of rows. The keys are read after the rows, so that those of newly sealed proofs are found. */
export async function openProofs(reader: ProofReader, rows: readonly Row[]): Promise<Proof[]> {
  const keyOf = await reader.sealer.records.load(
    reader.db,
    rows.map(({ id }) => id),
  )
  return Promise.all(rows.map((row) => openRow(reader, row, keyOf(row.id))))
}

async function openProof(reader: ProofReader, row: Row): Promise<Proof> {
  return openRow(reader, row, await reader.sealer.records.of(reader.db, row.id))
}

type Row = Selectable<ProofVersionTable>

async function openRow({ db }: ProofReader, row: Row, key: Sealing): Promise<Proof> {
  try {
    return fromRow(row, key)
  } catch (error) {
    if (!(error instanceof SealError && error.code === 'SEAL_KEY_ERASED')) throw error
  }
  // It was erased after the row was read.
  const erased = await db
    .selectFrom('proof_version')
    .selectAll()
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow()
  return fromRow(erased, key)
}

export function isProofId(id: string): boolean {
  return UUID.test(id)
}

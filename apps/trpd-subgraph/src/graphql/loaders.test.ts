import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, it } from 'vitest'
import { openAssetRegistry } from '../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../assets/domain/built-in-assets.ts'
import { customerFingerprint } from '../customers/store/customer-fingerprints.ts'
import { saveCustomer } from '../customers/store/customers.ts'
import type { Policy } from '../foundation/actions/policy.ts'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { openLoaders } from './loaders.ts'

it('loading the customers of any number of address book entries takes one statement, plus one for their keys', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  const now = () => new Date()
  const references = Array.from({ length: 20 }, (_, n) => `customer-${n}`)
  for (const [n, reference] of references.entries()) {
    // Half of them were stored with the fingerprint of an older key.
    const sealer = openSealer(n % 2 === 0 ? before : `${after},${before}`)
    const times = { createdAt: now(), updatedAt: now() }
    const customer = { id: crypto.randomUUID(), version: 1, reference, name: `Name ${n}`, accounts: [], ...times }
    await database.db
      .transaction()
      .execute((tx) => saveCustomer(tx, sealer, customer, customerFingerprint(sealer, reference)))
  }
  const statements = countStatements()
  const db = database.db.withPlugin(statements)
  const service = {
    sealer: openSealer(`${after},${before}`),
    now,
    assets: openAssetRegistry(BUILT_IN_ASSETS),
    policy: {} as Policy,
  }
  const loaders = openLoaders({ database: { ...database, db }, ...service })
  const found = await Promise.all([...references, 'unknown'].map((reference) => loaders.customer.load(reference)))
  expect(found.map((customer) => customer?.name)).toEqual([...references.map((_, n) => `Name ${n}`), undefined])
  expect(statements.count).toBe(2)
})

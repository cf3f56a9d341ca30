import { expect, it } from 'vitest'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { systemActor, type TransferService } from '../../foundation/actions/transfer-service.ts'
import { inquire } from '../../sending/actions/inquire.ts'
import { openWorld } from '../../testing/model-world.ts'
import { beneficiary, originator } from '../../testing/operations.ts'
import { until } from '../../testing/test-node.ts'
import { loadTransfers } from '../store/transfers.ts'
import { expireTransfer } from './expire-transfer.ts'

it('a transfer expires even if the clock of this process is behind that of the database', async () => {
  await using world = await openWorld()
  await world.reset()
  const { database, jobs, sealer, policy } = world.service
  const BEHIND_MS = 3_000
  const node: TransferService = {
    ...world.service,
    now: () => new Date(Date.now() - BEHIND_MS),
    policy: { ...policy, deadlineSeconds: { ...policy.deadlineSeconds, inquiry: 1 } },
  }
  const travelAddress = encodeTravelAddress('peer.example/x/1?t=i')
  const input = { travelAddress, asset: 'btc', amount: '1', originator, beneficiary }
  const inquired = await inquire(node, input, systemActor)
  if (!inquired.ok) throw new Error(inquired.refusal.message)
  const early: string[] = []
  await jobs.work<{ transferId: string }>('expire', async ({ transferId }) => {
    await expireTransfer(node, transferId)
    early.push((await load())?.state.status ?? '')
  })
  const load = async () => (await loadTransfers(database.db, sealer, [inquired.value.id]))[0]
  await until(load, (transfer) => transfer?.state.status === 'EXPIRED')
  expect(early[0]).toBe('PENDING')
})

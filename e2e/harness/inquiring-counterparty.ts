import type { Api } from './api.ts'
import { type Counterparty, startCounterparty } from './counterparty.ts'
import { issueAddress, trustVaspAt } from './transfers.ts'
import { openBitcoinWallet } from './wallets.ts'
import { watchTransfers } from './watch-transfers.ts'

/** A trusted counterparty whose inquiries wait for a decision. */
export interface InquiringCounterparty extends AsyncDisposable {
  readonly counterparty: Counterparty
  /** Sends an inquiry; resolves with the id of its transaction on the node. */
  inquire(): Promise<string>
}

/** Values of every inquiry: `amount` in BTC, and the family name of the originator. */
export async function openInquiringCounterparty(
  api: Api,
  { amount, originator }: { readonly amount: string; readonly originator: string },
): Promise<InquiringCounterparty> {
  await using stack = new AsyncDisposableStack()
  const counterparty = stack.use(await startCounterparty())
  const watch = stack.use(await watchTransfers(api))
  await trustVaspAt(api, counterparty.url)
  const { travelAddress } = await issueAddress(api, { address: openBitcoinWallet().address })
  const opened = stack.move()
  return {
    counterparty,
    async inquire() {
      const sent = await counterparty.inquire({ travelAddress, asset: 'BTC', amount, originator, confirmAfterMs: null })
      return (await watch.received({ requestIdentifier: sent.requestIdentifier })).id
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

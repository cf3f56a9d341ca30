import { useState } from 'react'
import { ExportCustomerDocument, ExportProofsDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'

/** Maximum number of parts loaded from each subgraph. */
const PARTS_MAX = 1_000

/** Saves all data held about a customer as a file, for that customer. */
export function CustomerDownload({ reference }: { readonly reference: string }) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [state, setState] = useState<number | 'DONE'>()
  const { problem, run } = useAttempt()
  const words = t.erasure.download

  async function download(): Promise<void> {
    await run(
      async () => {
        setState(0)
        const parts: unknown[] = []
        let count = 0
        await forEachPart(async (after) => {
          const data = await api.send(ExportCustomerDocument, { reference, after })
          const part = data?.trpd?.exportCustomer
          if (part) {
            parts.push(JSON.parse(part.json))
            count += part.transactions
            setState(count)
          }
          return part?.next ?? null
        })
        await forEachPart(async (after) => {
          const data = await api.send(ExportProofsDocument, { reference, after })
          const part = data?.aopd?.exportProofs
          if (part && part.proofs > 0) parts.push(JSON.parse(part.json))
          return part?.next ?? null
        })
        saveFile(
          'customer.json',
          'application/json',
          JSON.stringify(parts.length === 1 ? parts[0] : parts, undefined, 2),
        )
        setState('DONE')
      },
      () => setState(undefined),
    )
  }

  return (
    <div className="stack">
      <p className="soft">{words.text}</p>
      <div className="action-buttons">
        <Button onClick={() => void download()}>{words.button}</Button>
      </div>
      <p role="status">{state === 'DONE' ? words.done : state !== undefined && words.progress(formats.count(state))}</p>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
    </div>
  )
}

/**
 * Calls `load` with the position of each part. `load` returns the position of the next part, or null after the last.
 */
async function forEachPart(load: (after: string | null) => Promise<string | null>): Promise<void> {
  let after: string | null = null
  let parts = 0
  do {
    after = await load(after)
    parts += 1
  } while (after !== null && parts < PARTS_MAX)
}

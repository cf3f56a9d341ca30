import { Worker } from 'node:worker_threads'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { ReadableBundle } from './evidence-document.ts'

/** Most PDFs that wait for the one that is being made. */
const WAITING_MAX = 3
const WORKER_HEAP_MAX_MB = 256

/** Makes PDFs of bundles in a worker thread, one at a time. */
export interface EvidenceRenderer extends AsyncDisposable {
  /**
   * The PDF. Refused with `EVIDENCE_PDF_BUSY` when too many wait, and with `EVIDENCE_PDF_TIMEOUT` when it takes
   * too long. Throws when `signal` is aborted.
   */
  render(bundle: ReadableBundle, signal: AbortSignal | undefined): Promise<Result<Uint8Array>>
}

/** `timeoutMs`: from the request to the PDF. Less than a gateway waits for a subgraph. */
export function openEvidenceRenderer(timeoutMs: number): EvidenceRenderer {
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  return {
    async render(bundle, signal) {
      if (open > WAITING_MAX) {
        return refuse('EVIDENCE_PDF_BUSY', 'Other PDFs are being made: try again shortly. The JSON file is complete.')
      }
      open += 1
      const overdue = AbortSignal.timeout(timeoutMs)
      const stop = AbortSignal.any([overdue, closing.signal, ...(signal === undefined ? [] : [signal])])
      const rendered = last.then(() => renderInWorker(bundle, stop))
      last = rendered
        .catch(() => {})
        .finally(() => {
          open -= 1
        })
      try {
        return ok(await rendered)
      } catch (error) {
        if (error !== overdue.reason || !overdue.aborted) throw error
        const message = `The PDF was not made within ${timeoutMs / 1_000} seconds: try again. The JSON file is complete.`
        return refuse('EVIDENCE_PDF_TIMEOUT', message)
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the service stops'))
      await last
    },
  }
}

async function renderInWorker(bundle: ReadableBundle, stop: AbortSignal): Promise<Uint8Array> {
  stop.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const { json, sha256, keyId } = bundle
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { json, sha256, keyId },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MAX_MB },
  })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`the worker that makes PDFs ended with code ${code}`)))
  const abort = () => reject(stop.reason)
  stop.addEventListener('abort', abort, { once: true })
  try {
    return await promise
  } finally {
    stop.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

import { Worker } from 'node:worker_threads'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { ReadableBundle } from './evidence-document.ts'

/** Maximum number of PDFs that wait for the one in progress. */
const WAITING_MAX = 3
/** Limits only JavaScript's heap. WebAssembly's memory is separate, and limited by what `drawSections` draws. */
const WORKER_HEAP_MAX_MB = 512
/** Maximum size of a bundle, in UTF-16 code units of its JSON: a worker with a full heap may end the whole process. */
const BUNDLE_LENGTH_MAX = 20_000_000

/** Renders bundles as PDFs in a worker thread, one at a time. */
export interface EvidenceRenderer extends AsyncDisposable {
  /**
   * Renders a bundle as a PDF. Refused with `EVIDENCE_PDF_BUSY` if too many are waiting, with
   * `EVIDENCE_PDF_TIMEOUT` if the request takes too long, and with `EVIDENCE_PDF_TOO_LARGE` for a bundle of
   * more than 20 million characters. Throws if its `signal` is aborted.
   */
  render(bundle: ReadableBundle, request: RenderRequest): Promise<Result<Uint8Array>>
}

export interface RenderRequest {
  readonly signal?: AbortSignal | undefined
  /** Start of the request, by `performance.now()`. */
  readonly startedAt: number
}

/**
 * `timeoutMs` limits the time from the request to the PDF. It must be shorter than the gateway waits for a
 * subgraph.
 */
export function openEvidenceRenderer(timeoutMs: number): EvidenceRenderer {
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  return {
    async render(bundle, { signal, startedAt }) {
      if (bundle.json.length > BUNDLE_LENGTH_MAX) {
        return refuse('EVIDENCE_PDF_TOO_LARGE', 'The evidence is too large for a PDF. The JSON file is complete.')
      }
      if (open > WAITING_MAX) {
        return refuse('EVIDENCE_PDF_BUSY', 'Other PDFs are being made: try again shortly. The JSON file is complete.')
      }
      open += 1
      const leftMs = Math.max(0, Math.ceil(startedAt + timeoutMs - performance.now()))
      const overdue = leftMs === 0 ? AbortSignal.abort(new Error('overdue')) : AbortSignal.timeout(leftMs)
      const stop = AbortSignal.any([overdue, closing.signal, ...(signal === undefined ? [] : [signal])])
      const rendered = last.then(() => renderInWorker(bundle, stop))
      last = rendered.catch(() => {})
      try {
        // Requests ahead may have started later, and may take longer than this one can wait.
        return ok(await Promise.race([rendered, rejection(stop)]))
      } catch (error) {
        if (error !== overdue.reason || !overdue.aborted) throw error
        const message = `The PDF was not made within ${timeoutMs / 1_000} seconds: try again. The JSON file is complete.`
        return refuse('EVIDENCE_PDF_TIMEOUT', message)
      } finally {
        open -= 1
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the service stops'))
      await last
    },
  }
}

function rejection(stop: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (stop.aborted) reject(stop.reason)
    else stop.addEventListener('abort', () => reject(stop.reason), { once: true })
  })
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

import { markdownTable } from '../markdown-table.ts'
import type { MainThreadWork } from './main-thread.ts'
import type { Quantiles } from './quantiles.ts'

/** The measurements of the dashboard. */
export interface DashboardResults {
  readonly rows: number
  readonly liveSeconds: number
  /** Load average of the machine over the last minute, before and after. */
  readonly load: readonly [before: number, after: number]
  /** Compressed size, in kB (10^3 bytes): of the files that the inbox loads first, and of all files. */
  readonly firstLoadKb: number
  readonly allFilesKb: number
  /** Time from the start of the navigation until the first rows are painted, for a signed-in person. */
  readonly firstRowsMs: Quantiles
  /** Time from a key press or click until the next paint, with all rows loaded. */
  readonly interactionMs: Quantiles
  /** Time between frames while changes arrive, including the work of the browser's other threads and processes. */
  readonly frameMs: Quantiles
  /** Work per frame while changes arrive, at the pace of a display. */
  readonly mainThread: MainThreadWork
  /** Without changes: the machine's time for an empty frame. */
  readonly idleFrameMs: Quantiles
  readonly changesPerMinute: number
  /** Number of rows in the document while all rows are loaded. */
  readonly rowsInDocument: number
}

interface Goal {
  readonly name: string
  readonly wanted: string
  readonly measured: string
  readonly isReached: boolean
}

const FIRST_LOAD_KB_MAX = 250
const FIRST_ROWS_MS_MAX = 2_000
const INTERACTION_MS_MAX = 100
const FRAME_MS_MAX = 16
const CHANGES_MIN = 1_000
const ROWS_IN_DOCUMENT_MAX = 100

export function goalsOf(results: DashboardResults): readonly Goal[] {
  const { firstLoadKb, firstRowsMs, interactionMs, frameMs, mainThread, changesPerMinute, rowsInDocument, rows } =
    results
  const atMost = (name: string, measured: number, max: number, unit: string): Goal => ({
    name,
    wanted: `≤ ${max} ${unit}`,
    measured: `${measured.toFixed(1)} ${unit}`,
    isReached: measured <= max,
  })
  return [
    atMost('first load, compressed', firstLoadKb, FIRST_LOAD_KB_MAX, 'kB'),
    atMost('first rows painted, p50', firstRowsMs.p50, FIRST_ROWS_MS_MAX, 'ms'),
    atMost(`key or click at ${rows} rows, p95`, interactionMs.p95, INTERACTION_MS_MAX, 'ms'),
    atMost('frame with live changes, p95', frameMs.p95, FRAME_MS_MAX, 'ms'),
    atMost('script, style and layout of such a frame, p95', mainThread.ownMs.p95, FRAME_MS_MAX, 'ms CPU'),
    {
      name: 'live changes a minute',
      wanted: `≥ ${CHANGES_MIN}`,
      measured: changesPerMinute.toFixed(0),
      isReached: changesPerMinute >= CHANGES_MIN,
    },
    atMost(`rows in the document, of ${rows}`, rowsInDocument, ROWS_IN_DOCUMENT_MAX, 'rows'),
  ]
}

/** The section of bench/README.md. */
export function tableOf(results: DashboardResults): string {
  const { firstRowsMs, interactionMs, frameMs, mainThread, idleFrameMs, allFilesKb, load, liveSeconds } = results
  const rows = goalsOf(results).map((goal) => [goal.name, goal.wanted, goal.measured, goal.isReached ? 'yes' : 'no'])
  const of = ({ p50, p95 }: Quantiles) => `${p50.toFixed(1)} and ${p95.toFixed(1)} ms`
  const { script, style, layout } = mainThread.perSecondMs
  return `${markdownTable('goal | wanted | measured | reached', rows)}

p50 and p95: first rows ${of(firstRowsMs)}, key or click ${of(interactionMs)}, frame ${of(frameMs)} (without changes ${of(idleFrameMs)}). All files have ${allFilesKb.toFixed(0)} kB, compressed;
other pages load when they are opened. Changes arrive for ${liveSeconds} s, half of them of the rows on the screen. The machine has no graphics card: Chromium paints on the processor, beside node and PostgreSQL.
A frame is measured twice. As a whole, from one to the next, in a browser that draws as fast as it can, without waiting for a display. And what the dashboard takes of the frames that changes cause, of 60 a second at most:
the CPU time of the page's main thread, from the trace of the browser, is ${of(mainThread.ownMs)} for script (with garbage collection), style and layout, and ${of(mainThread.allMs)} with painting;
in one second, ${script.toFixed(0)} ms of script, ${style.toFixed(0)} ms of style and ${layout.toFixed(0)} ms of layout. A key or click counts from the input until the next paint, in steps of 8 ms. Browser, node and PostgreSQL share
the machine, whose load was ${load[0].toFixed(1)} before and ${load[1].toFixed(1)} after.`
}

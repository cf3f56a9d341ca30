import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Quantiles, quantilesOf } from './quantiles.ts'

/** The work of the page's main thread per frame, in CPU time: waits and other processes do not count. */
export interface MainThreadWork {
  /** Script, garbage collection, style and layout. */
  readonly ownMs: Quantiles
  /** All tasks, including painting and the commit to the compositor. */
  readonly allMs: Quantiles
  /** CPU time per second, by kind. */
  readonly perSecondMs: Readonly<Record<Kind, number>>
}

type Kind = 'script' | 'style' | 'layout'

/** Source: the Trace Event Format of Chromium. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Start, in µs. */
  readonly ts: number
  /** Duration and CPU time of complete events (`X`), in µs. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-v8.gc']
const KINDS: Readonly<Record<string, Kind>> = {
  EvaluateScript: 'script',
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  FireIdleCallback: 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  MajorGC: 'script',
  MinorGC: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'layout',
}

/** Makes the browser record the work of the page's main thread for this many seconds. */
export async function measureMainThread(page: Page, seconds: number): Promise<MainThreadWork> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  await browser.startTracing(page, { categories: CATEGORIES })
  await delay(seconds * 1_000)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  return workOf(trace.traceEvents)
}

/** The work of the thread that drew the most frames. */
export function workOf(events: readonly TraceEvent[]): MainThreadWork {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid}:${tid}`)
  const framesOf = (thread: readonly TraceEvent[]) =>
    thread.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b').map(({ ts }) => ts)
  const main = [...threads.values()].reduce((a, b) => (framesOf(b).length > framesOf(a).length ? b : a), [])
  const frames = framesOf(main).toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  const complete = main.filter(({ ph, ts }) => ph === 'X' && ts >= first && ts < last).toSorted((a, b) => a.ts - b.ts)
  const tasks = complete.filter(({ name }) => name === 'RunTask')
  const own = outermost(complete.filter(({ name }) => Object.hasOwn(KINDS, name)))
  const seconds = (last - first) / 1e6
  const perSecond = (kind: Kind) =>
    outermost(complete.filter(({ name }) => KINDS[name] === kind)).reduce((sum, event) => sum + cpuMs(event), 0) /
    seconds
  return {
    ownMs: quantilesOf(perFrame(frames, own)),
    allMs: quantilesOf(perFrame(frames, tasks)),
    perSecondMs: { script: perSecond('script'), style: perSecond('style'), layout: perSecond('layout') },
  }
}

function cpuMs({ tdur = 0 }: TraceEvent): number {
  return tdur / 1_000
}

/** The events that are within no other one. `events` must be ordered by start. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false
    end = ts + dur
    return true
  })
}

/** The CPU time of the events from each frame to the next. Both lists must be ordered by time. */
function perFrame(frames: readonly number[], events: readonly TraceEvent[]): number[] {
  const sums = frames.slice(1).map(() => 0)
  let frame = 0
  for (const event of events) {
    while (event.ts >= (frames[frame + 1] ?? Number.POSITIVE_INFINITY)) frame += 1
    sums[frame] = (sums[frame] ?? 0) + cpuMs(event)
  }
  return sums
}

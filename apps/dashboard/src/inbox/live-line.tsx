import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../language/language.tsx'
import { useLive } from '../live/live-context.ts'

const CAUGHT_UP_MS = 8_000

/** The state of live updates, in one unobtrusive line. */
export function LiveLine() {
  const { t } = useLanguage()
  const { feed } = useLive()
  const phase = useSyncExternalStore(feed.watch, feed.phase)
  const [before, setBefore] = useState(phase)
  const [hasCaughtUp, setCaughtUp] = useState(false)
  if (before !== phase) {
    setBefore(phase)
    setCaughtUp(before === 'RECONNECTING' && phase === 'LIVE' && feed.hasResumed())
  }
  useEffect(() => {
    if (!hasCaughtUp) return
    const timer = setTimeout(() => setCaughtUp(false), CAUGHT_UP_MS)
    return () => clearTimeout(timer)
  }, [hasCaughtUp])
  return (
    <p className={`live live-${phase.toLowerCase()}`} role="status">
      <span className="live-dot" aria-hidden="true" />
      {hasCaughtUp ? t.live.caughtUp : t.live[phase]}
    </p>
  )
}

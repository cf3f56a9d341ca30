import type { Notice } from './session/session.ts'

/** A line above the page: a problem, or news. */
export function NoticeBar({ notice }: { readonly notice: Notice }) {
  return (
    <p className={`notice notice-${notice.tone.toLowerCase()}`} role={notice.tone === 'PROBLEM' ? 'alert' : 'status'}>
      {notice.text}
    </p>
  )
}

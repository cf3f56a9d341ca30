import { useLanguage } from '../language/language.tsx'

/** The time of a list row; on a phone, only the day. */
export function RowTime({ iso }: { readonly iso: string }) {
  const { formats } = useLanguage()
  return (
    <span className="row-age">
      <span className="row-clock">{formats.dateTime(iso)}</span>
      <span className="row-day">{formats.date(iso)}</span>
    </span>
  )
}

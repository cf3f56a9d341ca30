/** The day of a time, as a date field has it, in the person's time zone. */
export function reviewDay(time: string | null | undefined): string {
  if (time == null) return ''
  const at = new Date(time)
  const digits = (part: number, length: number) => String(part).padStart(length, '0')
  return `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`
}

/** The start of the day; an unchanged day keeps the time that is known. */
export function nextReviewAt(day: string, known: string | null | undefined): string | null {
  if (day === '') return null
  return known != null && day === reviewDay(known) ? known : new Date(`${day}T00:00`).toISOString()
}

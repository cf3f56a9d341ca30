/** Maximum length of a line, in bytes, at levels that any request can cause. */
const LINE_BYTES_MAX = 2_048
/** Maximum length of a line about a bug or another internal failure, including its stack. */
const FAILURE_BYTES_MAX = 16_384
const FAILURE_LEVELS = new Set(['error', 'fatal'])

/** Limits on each value. Uses the first step that makes the line short enough. */
const STEPS = [
  { charactersMax: 4_000, itemsMax: 20, depthMax: 6 },
  { charactersMax: 1_000, itemsMax: 20, depthMax: 6 },
  { charactersMax: 300, itemsMax: 10, depthMax: 4 },
  { charactersMax: 100, itemsMax: 10, depthMax: 2 },
  { charactersMax: 30, itemsMax: 10, depthMax: 1 },
] as const

type Step = (typeof STEPS)[number]

/** `level`, `time`, `pid`, `name`, `msg` and `isShortened`, which are kept in addition to the members of a step. */
const OWN_MEMBERS = 6

/**
 * A log line of at most 2 KB, or 16 KB at the levels `error` and `fatal`. A longer one keeps the
 * beginning of its values and gets `isShortened`, so that a client cannot fill a disk.
 */
export function shortenLine(line: string): string {
  // A UTF-16 code unit takes at most three bytes.
  if (line.length * 3 <= LINE_BYTES_MAX || Buffer.byteLength(line) <= LINE_BYTES_MAX) return line
  const entry = JSON.parse(line) as Record<string, unknown>
  const bytesMax = FAILURE_LEVELS.has(String(entry.level)) ? FAILURE_BYTES_MAX : LINE_BYTES_MAX
  if (Buffer.byteLength(line) <= bytesMax) return line
  const { level, time, pid, name, msg, ...rest } = entry
  const ordered = { level, time, pid, name, msg, isShortened: true, ...rest }
  for (const step of STEPS) {
    const shortened = `${JSON.stringify(shorten(ordered, step, OWN_MEMBERS))}\n`
    if (Buffer.byteLength(shortened) <= bytesMax) return shortened
  }
  return `${JSON.stringify({ level, time, pid, name, isShortened: true })}\n`
}

/** `extra`: number of members to keep beyond those of the step. */
function shorten(value: unknown, step: Step, extra = 0, depth = 0): unknown {
  if (typeof value === 'string') return cut(value, step)
  if (typeof value !== 'object' || value === null) return value
  if (depth > step.depthMax) return '[shortened]'
  const itemsMax = step.itemsMax + extra
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => shorten(item, step, 0, depth + 1))
  const members = Object.entries(value).slice(0, itemsMax)
  return Object.fromEntries(members.map(([name, item]) => [cut(name, step), shorten(item, step, 0, depth + 1)]))
}

function cut(text: string, { charactersMax }: Step): string {
  return text.length > charactersMax ? `${text.slice(0, charactersMax).toWellFormed()}…` : text
}

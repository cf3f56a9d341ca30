import { useLanguage } from '../language/language.tsx'
import type { Verification } from './verification.ts'

const WIDTH = 1_000
/** Minimum visible width of a segment. */
const WIDTH_MIN = 3
const MARK = 7

/** The log as a bar from its first to its last entry: verified, broken, unverified, and signed. */
export function VerificationPicture({ verification }: { readonly verification: Verification }) {
  const { t, formats } = useLanguage()
  const { from, end, segments, problems, checkpoint } = verification
  const entries = Math.max(1, end - from + 1)
  const place = (sequence: number) => (Math.min(Math.max(sequence - from, 0), entries) / entries) * WIDTH
  const words = t.audit.verification
  const signed = checkpoint === undefined ? undefined : Number(checkpoint.sequence)
  return (
    <figure className="chain">
      <svg viewBox={`0 0 ${WIDTH} 60`} preserveAspectRatio="none" className="chain-bar" aria-hidden="true">
        <rect className="chain-rest" x={0} y={16} width={WIDTH} height={28} rx={6} />
        {segments.map((segment) => (
          <rect
            key={segment.from}
            className={segment.isIntact ? 'chain-intact' : 'chain-broken'}
            x={place(segment.from)}
            y={16}
            width={Math.max(WIDTH_MIN, place(segment.to + 1) - place(segment.from))}
            height={28}
          />
        ))}
        {problems.map(({ kind, sequence }) => (
          <path
            key={`${kind} ${sequence}`}
            className="chain-mark"
            d={`M ${place(Number(sequence)) - MARK} 2 h ${MARK * 2} L ${place(Number(sequence))} 16 V 44 Z`}
          />
        ))}
        {signed !== undefined && signed >= from && (
          <path className="chain-signed" d={`M ${place(signed + 1)} 10 V 58 m ${-MARK} 0 h ${MARK * 2}`} />
        )}
      </svg>
      <figcaption className="chain-legend">
        <span dir="ltr">
          {formats.count(from)} – {formats.count(end)}
        </span>
        <span className="chain-key chain-key-intact">{words.intact}</span>
        <span className="chain-key chain-key-broken">{words.broken}</span>
        <span className="chain-key">{words.rest}</span>
        {signed !== undefined && (
          <span className="chain-key chain-key-signed">{words.signed(formats.count(signed))}</span>
        )}
      </figcaption>
    </figure>
  )
}

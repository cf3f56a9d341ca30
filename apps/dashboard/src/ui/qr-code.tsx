import encodeQR from 'qr'
import { useMemo } from 'react'

/** Width of the white border that scanners need, in squares. */
const QUIET_MODULES = 4

interface QrCodeProps {
  readonly text: string
  /** Description for people who cannot see it. */
  readonly label: string
}

/** A QR code, generated here: black on white, as scanners expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const { side, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: QUIET_MODULES })
    const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { side: rows.length, path: squares.join('') }
  }, [text])
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  )
}

import { decodeQR } from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { FileField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'

interface ScanDialogProps {
  /** `text`: the content of the scanned QR code. */
  readonly onClose: (text?: string) => void
}

type Problem = 'NO_CAMERA' | 'NO_CODE'

/** Reads a QR code with the camera or from a picture, only in the browser. */
export function ScanDialog({ onClose }: ScanDialogProps) {
  const { t } = useLanguage()
  const [isFilming, setFilming] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const words = t.newTransfer.scanner

  async function readFile(picture: File | undefined): Promise<void> {
    if (picture === undefined) return
    setProblem(undefined)
    const text = await createImageBitmap(picture).then(readCode, () => undefined)
    if (text === undefined) setProblem('NO_CODE')
    else onClose(text)
  }

  return (
    <Modal title={words.title} onClose={() => onClose()}>
      <div className="action-form">
        <p>{words.text}</p>
        {isFilming && (
          <Camera
            onCode={onClose}
            onFailure={() => {
              setFilming(false)
              setProblem('NO_CAMERA')
            }}
          />
        )}
        <FileField label={words.file} accept="image/*" onChange={(picture) => void readFile(picture)} />
        {problem && <Notice tone="problem">{words.problems[problem]}</Notice>}
        <div className="action-buttons">
          {!isFilming && (
            <Button
              look="main"
              onClick={() => {
                setProblem(undefined)
                setFilming(true)
              }}
            >
              {words.camera}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

interface CameraProps {
  readonly onCode: (text: string) => void
  readonly onFailure: () => void
}

const EVERY_MS = 150

/** Shows the camera's picture until it contains a QR code. The camera is released when the component is removed. */
function Camera({ onCode, onFailure }: CameraProps) {
  const { t } = useLanguage()
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, onFailure })
  latest.current = { onCode, onFailure }
  useEffect(() => {
    const removed = new AbortController()
    film(video.current, removed.signal, (text) => latest.current.onCode(text)).catch(() => {
      if (!removed.signal.aborted) latest.current.onFailure()
    })
    return () => removed.abort()
  }, [])
  return <video ref={video} className="scanner" muted playsInline aria-label={t.newTransfer.scanner.camera} />
}

/**
 * Shows the camera's picture in `element`, and calls `onCode` with each QR code in it until `signal` is aborted. Rejects
 * if the camera cannot be used.
 */
async function film(element: HTMLVideoElement | null, signal: AbortSignal, onCode: (text: string) => void) {
  // Absent on a page without TLS.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (element === null || devices === undefined) throw new Error('no camera')
  const camera = await devices.getUserMedia({ video: { facingMode: 'environment' } })
  const release = () => {
    for (const track of camera.getTracks()) track.stop()
  }
  if (signal.aborted) return release()
  signal.addEventListener('abort', release)
  element.srcObject = camera
  await element.play()
  if (signal.aborted) return
  const timer = setInterval(() => {
    const text = element.videoWidth > 0 ? readCode(element) : undefined
    if (text !== undefined) onCode(text)
  }, EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Sufficient for the largest QR code, and quick to search. */
const SIDE_PIXELS_MAX = 1_024

/** The text of the QR code in a picture; `undefined` without a readable one. */
function readCode(picture: ImageBitmap | HTMLVideoElement): string | undefined {
  const [width, height] =
    picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
  const scale = Math.min(1, SIDE_PIXELS_MAX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return undefined
  }
}

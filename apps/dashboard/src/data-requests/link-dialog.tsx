import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Modal } from '../ui/modal.tsx'
import { QrCode } from '../ui/qr-code.tsx'

/** How a request is delivered: by a link to hand over, or by an e-mail with the link. */
export interface IssuedLink {
  readonly link: string | null
}

interface LinkDialogProps {
  readonly issued: IssuedLink
  readonly onClose: () => void
}

/** Shows a new link, only once. */
export function LinkDialog({ issued: { link }, onClose }: LinkDialogProps) {
  const { t } = useLanguage()
  const words = t.dataRequests.link
  return (
    <Modal title={link === null ? words.mailed : words.title} onClose={onClose}>
      {link !== null && (
        <div className="stack">
          <p>{words.text}</p>
          <CopyValue value={link} />
          <QrCode text={link} label={words.qr} />
        </div>
      )}
      <div className="action-buttons">
        <Button look="main" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Modal>
  )
}

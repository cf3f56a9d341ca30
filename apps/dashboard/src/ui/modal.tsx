import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'

interface ModalProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog in front of the page. Escape and its button close it, and the focus returns. */
export function Modal({ title, onClose, children }: ModalProps) {
  const { t } = useLanguage()
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal">
          <div className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="button button-plain" aria-label={t.actions.close}>
              ✕
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

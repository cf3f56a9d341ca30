import { useState } from 'react'
import { chooseShortcuts, usesShortcuts } from '../hooks/use-shortcuts.ts'
import { useLanguage } from '../language/language.tsx'
import { Modal } from '../ui/modal.tsx'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['d', 'decline'],
  ['h', 'hold'],
  ['x', 'select'],
  ['/', 'search'],
  ['u', 'back'],
  ['?', 'help'],
] as const

/** The shortcut keys, and the option to disable them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage()
  const [isOn, setOn] = useState(usesShortcuts)
  return (
    <Modal title={t.shortcuts.title} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, name]) => (
          <div key={key} className="key">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t.shortcuts.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            chooseShortcuts(target.checked)
          }}
        />
        {t.shortcuts.use}
      </label>
    </Modal>
  )
}

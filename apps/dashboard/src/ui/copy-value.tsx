import { useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Button } from './button.tsx'

/** A complete id, hash or address, with a button that copies it. */
export function CopyValue({ value }: { readonly value: string }) {
  const { t } = useLanguage()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <span className="copy">
      <code dir="ltr">{value}</code>
      <Button look="small" onClick={() => void copy()} onBlur={() => setCopied(false)}>
        {isCopied ? t.transaction.copied : t.transaction.copy}
      </Button>
    </span>
  )
}

import { Button } from './button.tsx'

interface ArrivalsButtonProps {
  readonly count: number
  readonly label: string
  readonly onShow: () => void
}

/** A button behind which new rows wait, so that they do not move the rows being read. */
export function ArrivalsButton({ count, label, onShow }: ArrivalsButtonProps) {
  return (
    <div role="status" className="arrivals">
      {count > 0 && (
        <Button look="main" onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  )
}

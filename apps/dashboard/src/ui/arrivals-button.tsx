interface ArrivalsButtonProps {
  readonly count: number
  readonly label: string
  readonly onShow: () => void
}

/** New rows wait behind this button, so that they move none that is being read. */
export function ArrivalsButton({ count, label, onShow }: ArrivalsButtonProps) {
  return (
    <div role="status" className="arrivals">
      {count > 0 && (
        <button type="button" className="button button-main" onClick={onShow}>
          {label}
        </button>
      )}
    </div>
  )
}

import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: 'main' | 'danger' | 'small' | 'plain' | undefined
}

/** A button, which submits its form only with `type="submit"`. */
export function Button({ look, ...props }: ButtonProps) {
  return <button type="button" className={look === undefined ? 'button' : `button button-${look}`} {...props} />
}

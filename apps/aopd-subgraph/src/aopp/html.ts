import { escapeHtml } from '@travel-rule/service/escape-html'

/** Text that is safe to stand in a page. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[] | undefined

/** HTML from a template: every value that is not `Html` itself is escaped; `undefined` shows nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, index) => text + render(parts[index])).join('') }
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map((item) => item.html).join('')
}

import { withoutBidiControls } from './bidi-controls.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * `value` escaped for the content or a quoted attribute of an HTML element, without bidirectional
 * controls.
 */
export function escapeHtml(value: string): string {
  return withoutBidiControls(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

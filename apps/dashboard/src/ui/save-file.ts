/** Without it, spreadsheets take a CSV in UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lets the browser save a file that the page has made. */
export function saveFile(
  name: string,
  type: 'text/csv' | 'application/json' | 'application/pdf' | 'application/octet-stream',
  content: BlobPart,
): void {
  const charset = typeof content === 'string' ? ';charset=utf-8' : ''
  const parts = type === 'text/csv' ? [BYTE_ORDER_MARK, content] : [content]
  const url = URL.createObjectURL(new Blob(parts, { type: `${type}${charset}` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

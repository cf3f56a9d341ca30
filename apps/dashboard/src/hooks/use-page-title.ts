import { useEffect } from 'react'
import { useLanguage } from '../language/language.tsx'

/** Shows a view's title in the browser tab while the view is open. */
export function usePageTitle(title: string): void {
  const { t } = useLanguage()
  useEffect(() => {
    document.title = `${title.replace(/[\u2068\u2069]/g, '')} · ${t.app.name}`
    return () => {
      document.title = t.app.name
    }
  }, [title, t])
}

import { Link } from 'wouter'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { DirectoryExport } from './directory-export.tsx'
import { DirectoryImport } from './directory-import.tsx'

/** The VASP directory as a file: everyone may download it, and administrators may import one. */
export function DirectoryFilesView() {
  const { t } = useLanguage()
  // The API's rule for an import.
  const mayWrite = useScope('trpd:write')
  const mayAdminister = useScope('autod:write')
  const words = t.vasps.files
  usePageTitle(words.title)
  return (
    <div className="page">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      <h1>{words.title}</h1>
      <DirectoryExport />
      {mayWrite && mayAdminister && <DirectoryImport />}
    </div>
  )
}

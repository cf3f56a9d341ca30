import { Link } from 'wouter'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { DirectoryExport } from './directory-export.tsx'
import { DirectoryImport } from './directory-import.tsx'
import { useMayImport } from './use-may-import.ts'

/** The VASP directory as a file: everyone may download it, and administrators may import one. */
export function DirectoryFilesView() {
  const { t } = useLanguage()
  const mayImport = useMayImport()
  const words = t.vasps.files
  usePageTitle(words.title)
  return (
    <div className="page">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      <h1>{words.title}</h1>
      <DirectoryExport />
      {mayImport && <DirectoryImport />}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type DirectoryFormat, VaspDirectoryDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { IMPORT_VASPS_MAX, joinParts } from './directory-file.ts'
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

/** Saves all VASPs as a file. */
function DirectoryExport() {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [loaded, setLoaded] = useState<number>()
  const [done, setDone] = useState('')
  const { problem, run } = useAttempt()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const words = t.vasps.files

  async function save(format: DirectoryFormat): Promise<void> {
    if (loaded !== undefined) return
    setDone('')
    setLoaded(0)
    const parts: string[] = []
    let count = 0
    let after: string | null = null
    await run(async () => {
      do {
        const part = await loadPart(format, after)
        parts.push(part.content)
        count += part.vasps
        after = part.next
        if (!isOpen.current) return
        setLoaded(count)
      } while (after !== null)
      saveFile(`vasps.${format.toLowerCase()}`, TYPES[format], joinParts(parts, format))
      const saved = words.saved(count, formats.count(count))
      setDone(count > IMPORT_VASPS_MAX ? `${saved} ${words.largerThanImport(formats.count(IMPORT_VASPS_MAX))}` : saved)
    })
    setLoaded(undefined)
  }

  async function loadPart(format: DirectoryFormat, after: string | null) {
    const data = await api.load(VaspDirectoryDocument, { format, after })
    const part = data?.trpd?.vaspDirectory
    if (!part) throw new Error('the response has no part of the directory')
    return part
  }

  return (
    <Card
      id="export"
      title={words.export}
      buttons={
        <div className="action-buttons">
          {(['CSV', 'JSON'] as const).map((format) => (
            <Button key={format} aria-disabled={loaded !== undefined} onClick={() => void save(format)}>
              {words.save(format)}
            </Button>
          ))}
        </div>
      }
    >
      <p className="soft">{words.exportText}</p>
      <p role="status" className="soft">
        {loaded === undefined ? done : words.loading(formats.count(loaded))}
      </p>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
    </Card>
  )
}

const TYPES = { CSV: 'text/csv', JSON: 'application/json' } as const

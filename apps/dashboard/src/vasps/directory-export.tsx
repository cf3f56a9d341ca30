import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { type DirectoryFormat, VaspDirectoryDocument } from '../api/operations.generated.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { IMPORT_VASPS_MAX, joinParts } from './directory-file.ts'

/** Saves all VASPs as a file. */
export function DirectoryExport() {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
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
    const variables = { format, after }
    const { data } = await client.query({ query: VaspDirectoryDocument, variables, fetchPolicy: 'no-cache' })
    const part = data?.trpd?.vaspDirectory
    if (!part) throw new Error('the response has no part of the directory')
    return part
  }

  return (
    <section className="card panel" aria-labelledby="export">
      <div className="card-head">
        <h2 id="export">{words.export}</h2>
        <div className="action-buttons">
          {(['CSV', 'JSON'] as const).map((format) => (
            <Button key={format} aria-disabled={loaded !== undefined} onClick={() => void save(format)}>
              {words.save(format)}
            </Button>
          ))}
        </div>
      </div>
      <p className="soft">{words.exportText}</p>
      <p role="status" className="soft">
        {loaded === undefined ? done : words.loading(formats.count(loaded))}
      </p>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
    </section>
  )
}

const TYPES = { CSV: 'text/csv', JSON: 'application/json' } as const

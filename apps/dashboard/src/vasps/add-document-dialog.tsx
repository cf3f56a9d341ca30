import { useApolloClient } from '@apollo/client/react'
import { useId, useState } from 'react'
import { AddDueDiligenceDocumentDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

/** Limits of the API. */
const BYTES_MAX = 700_000
const MEDIA_TYPE = /^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/

interface AddDocumentDialogProps {
  /** Id of the due diligence record. */
  readonly recordId: string
  readonly onClose: (done: boolean) => void
}

/** Adds a file to a due diligence record. */
export function AddDocumentDialog({ recordId, onClose }: AddDocumentDialogProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [hasTried, setTried] = useState(false)
  const words = t.vasps.dueDiligence
  const isTooLarge = file !== undefined && file.size > BYTES_MAX
  const problem = isTooLarge ? words.fileTooLarge : t.actions.required

  async function submit(chosen: File): Promise<unknown> {
    const variables = {
      id: recordId,
      name: chosen.name,
      mediaType: MEDIA_TYPE.test(chosen.type) ? chosen.type : 'application/octet-stream',
      content: await base64Of(chosen),
    }
    return client.mutate({ mutation: AddDueDiligenceDocumentDocument, variables })
  }

  return (
    <FormDialog
      title={words.addDocument}
      button={words.addDocument}
      check={() => {
        setTried(true)
        return file !== undefined && !isTooLarge
      }}
      submit={async () => file && submit(file)}
      onClose={onClose}
    >
      <p>{words.documentText(formats.count(BYTES_MAX))}</p>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {words.file}
        </label>
        <input id={id} type="file" className="input" onChange={({ target }) => setFile(target.files?.[0])} />
        {(isTooLarge || (hasTried && file === undefined)) && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

/** Number of bytes converted at a time; more would exceed the maximum number of function arguments. */
const CHUNK = 8_192

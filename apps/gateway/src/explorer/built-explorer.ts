import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Where the explorer's build puts its files. */
export const EXPLORER_FOLDER = fileURLToPath(new URL('../../../../packages/explorer/dist/', import.meta.url))

/** A name without folders: nothing that leads out of where the files are. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/)

const builtSchema = z.object({
  /** The module that the page loads. */
  script: nameSchema,
  styles: z.array(nameSchema),
  icon: nameSchema,
  /** Every file that may be asked for, by its name, which changes with its content. */
  files: z.record(
    nameSchema,
    z.object({
      type: z.string(),
      /** How it is at hand beside its plain form: `<name>.br`, `<name>.gz`. */
      encodings: z.array(z.enum(['br', 'gzip'])),
    }),
  ),
})

/** What a build of the explorer consists of: its `explorer.json`. */
export type BuiltExplorer = z.infer<typeof builtSchema>

/** The build in `folder`; `undefined` when there is none. Throws when there is one that cannot be read. */
export async function readBuiltExplorer(folder: string): Promise<BuiltExplorer | undefined> {
  const text = await readFile(`${folder}explorer.json`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : builtSchema.parse(JSON.parse(text))
}

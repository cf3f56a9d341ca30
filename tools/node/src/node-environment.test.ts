import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets } from './data-folder.ts'
import { withNodeEnvironment } from './node-environment.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-environment-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test("an operator's command gets the running node's databases and checkpoint keys, unless they are set", async () => {
  const { autodCheckpointKeys } = await openSecrets(folder)
  expect(await withNodeEnvironment({ DATA_DIR: folder })).toEqual({ DATA_DIR: folder })
  writeFileSync(
    `${folder}/node.json`,
    JSON.stringify({ databaseUrls: { trpd: 'postgres://t', autod: 'postgres://a' } }),
  )
  expect(await withNodeEnvironment({ DATA_DIR: folder, TRPD_DATABASE_URL: 'postgres://own' })).toEqual({
    DATA_DIR: folder,
    TRPD_DATABASE_URL: 'postgres://own',
    AUTOD_DATABASE_URL: 'postgres://a',
    AUTOD_CHECKPOINT_KEYS: autodCheckpointKeys,
    AUTOD_CHECKPOINT_FILE: `${folder}/audit-checkpoints.jsonl`,
  })
})

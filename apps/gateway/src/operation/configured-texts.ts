import type { Logger } from '@travel-rule/service/logger'
import { type OperationTexts, openOperationTexts } from './operation-texts.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

export interface TextsConfig {
  /** Path of the manifest. */
  readonly trustedDocuments: string | undefined
  readonly trustedDocumentsMode: 'off' | 'log' | 'enforce'
  readonly persistedBytesMax: number
}

/** The texts of operations as the settings say. Throws `OperatorError` when the manifest cannot be read. */
export async function openConfiguredTexts(config: TextsConfig, logger: Logger): Promise<OperationTexts> {
  const { trustedDocuments: path, trustedDocumentsMode: mode, persistedBytesMax } = config
  if (path === undefined || mode === 'off') return openOperationTexts({ persistedBytesMax, logger })
  const documents = await readTrustedDocuments(path)
  logger.info({ path, mode, operations: documents.size }, 'published operations are known')
  return openOperationTexts({ trusted: { documents, mode }, persistedBytesMax, logger })
}

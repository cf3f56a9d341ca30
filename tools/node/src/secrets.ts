import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

/** The keys that the parts of one node hold; made at its first start. */
export interface Secrets {
  readonly gatewayAssertionKeys: string
  readonly autodSigningKeys: string
  readonly trpdSealingKeys: string
  readonly aopdSealingKeys: string
}

/** The secrets kept in `<dataDir>/secrets.json`; what is missing there is made and written first. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = `${dataDir}/secrets.json`
  const kept = ((await readPrivateJson(file)) ?? {}) as Partial<Secrets>
  const secrets: Secrets = {
    gatewayAssertionKeys: kept.gatewayAssertionKeys ?? JSON.stringify(await generateAssertionKeys()),
    autodSigningKeys: kept.autodSigningKeys ?? JSON.stringify(await generateAssertionKeys()),
    trpdSealingKeys: kept.trpdSealingKeys ?? generateSealingKeys(),
    aopdSealingKeys: kept.aopdSealingKeys ?? generateSealingKeys(),
  }
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) await writePrivateJson(file, secrets)
  return secrets
}

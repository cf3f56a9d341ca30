import { type Api, openApi } from '../harness/api.ts'
import { asShared } from '../harness/node-parts.ts'
import type { RunningNode } from '../harness/running-node.ts'

/** The names of the VASPs that a node knows, asked with a token of its own client. */
export async function vaspNames(node: RunningNode): Promise<readonly string[]> {
  return namesSeenBy(await openApi(asShared(node)))
}

export async function namesSeenBy(api: Api): Promise<readonly string[]> {
  const { trpd } = await api.get<{ trpd: { vasps: readonly { name: string }[] } }>('{ trpd { vasps { name } } }')
  return trpd.vasps.map(({ name }) => name)
}

/** Writes something that a later start has to find. */
export async function registerVasp(node: RunningNode, name: string): Promise<void> {
  const api = await openApi(asShared(node))
  const url = `https://${name.toLowerCase().replaceAll(' ', '-')}.example`
  await api.get('mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }', {
    vasp: { name, url },
  })
}

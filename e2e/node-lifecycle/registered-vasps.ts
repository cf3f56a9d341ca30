import { type Api, openApi } from '../harness/api.ts'
import type { RunningNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'

/** The names of a node's VASPs, read with a token of its own client. */
export async function vaspNames(node: RunningNode): Promise<readonly string[]> {
  return vaspNamesSeenBy(await openApi(accessTo(node)))
}

export async function vaspNamesSeenBy(api: Api): Promise<readonly string[]> {
  const { trpd } = await api.request<{ trpd: { vasps: readonly { name: string }[] } }>('{ trpd { vasps { name } } }')
  return trpd.vasps.map(({ name }) => name)
}

export async function registerVasp(node: RunningNode, name: string): Promise<void> {
  const api = await openApi(accessTo(node))
  const url = `https://${name.toLowerCase().replaceAll(' ', '-')}.example`
  await api.request('mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }', {
    vasp: { name, url },
  })
}

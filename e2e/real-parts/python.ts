import { cachedPart, runTool } from './part-cache.ts'

/** The packages that `rates.py` imports. */
const PACKAGES = ['pyjwt[crypto]==2.10.1', 'graphql-core==3.2.6']

/**
 * The environment in which `python3` finds the packages of the examples, installed by pip into the cache; or the reason
 * why this machine cannot have them.
 */
export async function pythonPackages(): Promise<
  { readonly env: Readonly<Record<string, string>> } | { readonly unavailable: string }
> {
  try {
    const version = await runTool('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
    const folder = await cachedPart(`python-${version}-packages-1`, async (target) => {
      await runTool('python3', ['-m', 'pip', 'install', '-q', '--target', target, ...PACKAGES])
    })
    return { env: { PYTHONPATH: folder } }
  } catch (error) {
    return { unavailable: `a subgraph in Python: ${(error as Error).message}` }
  }
}

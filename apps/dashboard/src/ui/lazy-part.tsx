import { type ComponentType, lazy, Suspense } from 'react'

/** A component of a module, which is loaded when it is first shown; until then, nothing is shown. */
export function lazyPart<Name extends string, Module extends Readonly<Record<Name, ComponentType<never>>>>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  const Loaded = (props: object) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
  return Loaded as ComponentType<never> as Module[Name]
}

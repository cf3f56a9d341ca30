import { useEffect, useRef } from 'react'

/** How to use the API from a program, from the template that the gateway put into the page. */
export function Usage() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const template = document.getElementById('usage') as HTMLTemplateElement | null
    if (template !== null) place.current?.replaceChildren(template.content.cloneNode(true))
  }, [])
  return <div className="usage" ref={place} />
}

import { useEffect, useRef } from 'react'

/** How to use the API from a program, as the gateway wrote it into the page. */
export function Usage() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const template = document.getElementById('usage') as HTMLTemplateElement | null
    if (template !== null) place.current?.replaceChildren(template.content.cloneNode(true))
  }, [])
  return <div className="usage" ref={place} />
}

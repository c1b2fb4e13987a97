import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that can show a gallery: a list, and each picture in the one size that suits the phone. */
function PlainGallery() {
  const [paths, setPaths] = useState<string[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const answer = await fetch('/paths.json', { signal: controller.signal })
      setPaths(await answer.json())
    }
    load().catch(() => undefined)
    return () => controller.abort()
  }, [])
  return (
    <ul>
      {paths.map((path) => (
        <li key={path}>
          <img src={path} alt="" width={328} height={219} loading="lazy" />
        </li>
      ))}
    </ul>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PlainGallery />
    </StrictMode>,
  )
}

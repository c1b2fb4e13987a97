import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The floor that our gallery is compared with: a list of pictures in the size for the phone. */
function PlainGallery() {
  const [paths, setPaths] = useState<string[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const response = await fetch('/paths.json', { signal: controller.signal })
      setPaths(await response.json())
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

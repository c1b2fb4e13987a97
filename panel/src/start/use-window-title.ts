import { useEffect } from 'react'

/** Shows the screen's name and the trust's in the window's title. */
export function useWindowTitle(title: string | undefined, trustName: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${trustName}` : trustName
  }, [title, trustName])
}

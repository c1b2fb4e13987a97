import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** After a step to another page, focus goes to its heading, so that keyboard and screen reader start where the eye does. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)

  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

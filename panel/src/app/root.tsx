import { Outlet } from '@tanstack/react-router'
import { useHeadingFocus } from './use-heading-focus.ts'
import { WindowTitle } from './window-title.tsx'

export function Root() {
  useHeadingFocus()
  return (
    <>
      <WindowTitle />
      <Outlet />
    </>
  )
}

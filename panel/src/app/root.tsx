import { Outlet } from '@tanstack/react-router'
import { WindowTitle } from './window-title.tsx'

export function Root() {
  return (
    <>
      <WindowTitle />
      <Outlet />
    </>
  )
}

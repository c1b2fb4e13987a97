import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import { useMatches } from '@tanstack/react-router'
import { GalleryPage } from '../features/gallery/gallery-page.tsx'

/** The key gives each of the six galleries its own state. */
export function GalleryScreen() {
  const key = useMatches().at(-1)?.staticData.gallery
  const gallery = GALLERY_SECTIONS.find((section) => section.key === key)
  return gallery ? <GalleryPage key={key} gallery={gallery} /> : null
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GalleryKey } from '@sevadesk/contract/section.ts'

/** The heading of each gallery page, and its purpose in one line. */
export const GALLERY_TEXTS: Readonly<Record<GalleryKey, { title: MessageDescriptor; purpose: MessageDescriptor }>> = {
  Gaushala: { title: msg`Gaushala`, purpose: msg`Photos of the cow shelter, as visitors of the site see them.` },
  Vriddhashram: {
    title: msg`Vriddhashram`,
    purpose: msg`Photos of the old-age home, as visitors of the site see them.`,
  },
  EyeHospital: {
    title: msg`Eye Hospital`,
    purpose: msg`Photos of the eye hospital, as visitors of the site see them.`,
  },
  School: { title: msg`School`, purpose: msg`Photos of the school, as visitors of the site see them.` },
  Physiotherapy: {
    title: msg`Physiotherapy`,
    purpose: msg`Photos of the physiotherapy centre, as visitors of the site see them.`,
  },
  Nursing: {
    title: msg`Nursing Hospital`,
    purpose: msg`Photos of the nursing hospital, as visitors of the site see them.`,
  },
}

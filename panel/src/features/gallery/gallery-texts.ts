import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GalleryKey } from '@sevadesk/contract/accounts/section.ts'

/** The heading and purpose of each gallery page. */
export const GALLERY_TEXTS: Readonly<Record<GalleryKey, { title: MessageDescriptor; purpose: MessageDescriptor }>> = {
  Gaushala: { title: msg`Gaushala`, purpose: msg`Photos of the cow shelter on the public site.` },
  Vriddhashram: {
    title: msg`Vriddhashram`,
    purpose: msg`Photos of the old-age home on the public site.`,
  },
  EyeHospital: {
    title: msg`Eye Hospital`,
    purpose: msg`Photos of the eye hospital on the public site.`,
  },
  School: { title: msg`School`, purpose: msg`Photos of the school on the public site.` },
  Physiotherapy: {
    title: msg`Physiotherapy`,
    purpose: msg`Photos of the physiotherapy centre on the public site.`,
  },
  Nursing: {
    title: msg`Nursing Hospital`,
    purpose: msg`Photos of the nursing hospital on the public site.`,
  },
}

import type { Page } from '@sevadesk/contract/base/page.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { Db } from '../../db/schema.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { donationView } from '../donations/donation-view.ts'
import { countGifts, listGifts } from './donor-gift-store.ts'
import { noSuchDonor } from './donor-sentences.ts'
import { findDonor } from './donor-store.ts'

interface GiftRequest {
  donorId: string
  admin: SignedIn
  rangeOf: (total: number) => { page: number; offset: number; limit: number }
}

/** Returns a page of the gifts as the caller may see them. Throws notFound(). */
export async function findGiftPage(db: Db, { donorId, admin, rangeOf }: GiftRequest): Promise<Page<Donation>> {
  if (!(await findDonor(db, donorId))) throw noSuchDonor()
  const total = await countGifts(db, donorId)
  const { page, ...range } = rangeOf(total)
  const gifts = await listGifts(db, donorId, range)
  return { rows: gifts.map(donationView(admin)), total, isCapped: false, page }
}

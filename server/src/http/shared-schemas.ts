import { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { Done, Failure } from '@sevadesk/contract/base/envelope-schemas.ts'
import { Event } from '@sevadesk/contract/content/event-schemas.ts'
import { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import { HomeVideo } from '@sevadesk/contract/content/home-video-schemas.ts'
import { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { Certificate } from '@sevadesk/contract/donors/certificate-schemas.ts'
import { Donor, DonorMember, NewDonorMember } from '@sevadesk/contract/donors/donor-schemas.ts'
import { DepositSlip, DepositSlipDetails } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { Gift, GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { Outcome } from '@sevadesk/contract/records/trash-schemas.ts'
import { Institution, Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { Content, Saved } from '@sevadesk/contract/settings/settings-schemas.ts'

/** Schemas of several calls, by their names in the OpenAPI description. */
const SHARED = {
  ...{ Admin, Certificate, DepositSlip, DepositSlipDetails, Donation, Done, Donor, DonorMember, Event, Failure },
  ...{ Gift, GiftReceipt, HomeVideo, Institution, NewDonorMember, Photo, Purpose },
  ...{ SavedSettings: Saved, SettingsContent: Content, TrashOutcome: Outcome },
}

const names = new Map(Object.entries(SHARED).map(([name, schema]) => [JSON.stringify(schema), name]))

/** The shared schemas, which refer to each other. */
export const COMPONENT_SCHEMAS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(SHARED).map(([name, schema]) => [name, mapValues(JSON.parse(JSON.stringify(schema)))]),
)

/** Returns a part of an OpenAPI description with a reference instead of each shared schema. */
export function withReferences(part: unknown): unknown {
  const name = names.get(JSON.stringify(part))
  return name === undefined ? mapValues(part) : { $ref: `#/components/schemas/${name}` }
}

function mapValues(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withReferences)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withReferences(value)]))
}

import * as admin from '@sevadesk/contract/accounts/admin.ts'
import * as adminSchemas from '@sevadesk/contract/accounts/admin-schemas.ts'
import * as secondStep from '@sevadesk/contract/accounts/second-step.ts'
import * as secondStepSchemas from '@sevadesk/contract/accounts/second-step-schemas.ts'
import * as session from '@sevadesk/contract/accounts/session.ts'
import * as sessionSchemas from '@sevadesk/contract/accounts/session-schemas.ts'
import type { Endpoint, EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import * as serverInfo from '@sevadesk/contract/base/server-info.ts'
import * as serverInfoSchemas from '@sevadesk/contract/base/server-info-schemas.ts'
import * as system from '@sevadesk/contract/base/system.ts'
import * as systemSchemas from '@sevadesk/contract/base/system-schemas.ts'
import * as event from '@sevadesk/contract/content/event.ts'
import * as eventSchemas from '@sevadesk/contract/content/event-schemas.ts'
import * as gallery from '@sevadesk/contract/content/gallery.ts'
import * as gallerySchemas from '@sevadesk/contract/content/gallery-schemas.ts'
import * as homeVideo from '@sevadesk/contract/content/home-video.ts'
import * as homeVideoSchemas from '@sevadesk/contract/content/home-video-schemas.ts'
import * as message from '@sevadesk/contract/content/message.ts'
import * as messageSchemas from '@sevadesk/contract/content/message-schemas.ts'
import * as donation from '@sevadesk/contract/donations/donation.ts'
import * as donationGroupSchemas from '@sevadesk/contract/donations/donation-group-schemas.ts'
import * as donationGroups from '@sevadesk/contract/donations/donation-groups.ts'
import * as donationSchemas from '@sevadesk/contract/donations/donation-schemas.ts'
import * as heldPayment from '@sevadesk/contract/donations/held-payment.ts'
import * as heldPaymentSchemas from '@sevadesk/contract/donations/held-payment-schemas.ts'
import * as payment from '@sevadesk/contract/donations/payment.ts'
import * as paymentSchemas from '@sevadesk/contract/donations/payment-schemas.ts'
import * as certificate from '@sevadesk/contract/donors/certificate.ts'
import * as certificateSchemas from '@sevadesk/contract/donors/certificate-schemas.ts'
import * as donor from '@sevadesk/contract/donors/donor.ts'
import * as donorSchemas from '@sevadesk/contract/donors/donor-schemas.ts'
import * as cashBook from '@sevadesk/contract/gifts/cash-book.ts'
import * as cashBookSchemas from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import * as depositSlip from '@sevadesk/contract/gifts/deposit-slip.ts'
import * as depositSlipSchemas from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import * as offlineGift from '@sevadesk/contract/gifts/offline-gift.ts'
import * as offlineGiftSchemas from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import * as editing from '@sevadesk/contract/records/editing.ts'
import * as editingSchemas from '@sevadesk/contract/records/editing-schemas.ts'
import * as history from '@sevadesk/contract/records/history.ts'
import * as historySchemas from '@sevadesk/contract/records/history-schemas.ts'
import * as trash from '@sevadesk/contract/records/trash.ts'
import * as trashSchemas from '@sevadesk/contract/records/trash-schemas.ts'
import * as listEntry from '@sevadesk/contract/settings/list-entry.ts'
import * as listEntrySchemas from '@sevadesk/contract/settings/list-entry-schemas.ts'
import * as purposeMapping from '@sevadesk/contract/settings/purpose-mapping.ts'
import * as purposeMappingSchemas from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import * as settings from '@sevadesk/contract/settings/settings.ts'
import * as settingsSchemas from '@sevadesk/contract/settings/settings-schemas.ts'
import { isRecord } from './find-differences.ts'

export interface ContractCall {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  schemas: EndpointSchemas
}

/** Every call of the contract. Endpoints and their schemas have the same export name. */
export const CONTRACT_CALLS: readonly ContractCall[] = [
  ...callsOf(session, sessionSchemas),
  ...callsOf(admin, adminSchemas),
  ...callsOf(secondStep, secondStepSchemas),
  ...callsOf(cashBook, cashBookSchemas),
  ...callsOf(depositSlip, depositSlipSchemas),
  ...callsOf(donation, donationSchemas),
  ...callsOf(donationGroups, donationGroupSchemas),
  ...callsOf(donor, donorSchemas),
  ...callsOf(certificate, certificateSchemas),
  ...callsOf(editing, editingSchemas),
  ...callsOf(event, eventSchemas),
  ...callsOf(homeVideo, homeVideoSchemas),
  ...callsOf(gallery, gallerySchemas),
  ...callsOf(listEntry, listEntrySchemas),
  ...callsOf(purposeMapping, purposeMappingSchemas),
  ...callsOf(message, messageSchemas),
  ...callsOf(offlineGift, offlineGiftSchemas),
  ...callsOf(payment, paymentSchemas),
  ...callsOf(heldPayment, heldPaymentSchemas),
  ...callsOf(history, historySchemas),
  ...callsOf(serverInfo, serverInfoSchemas),
  ...callsOf(system, systemSchemas),
  ...callsOf(settings, settingsSchemas),
  ...callsOf(trash, trashSchemas),
]

/** The `level` in a response of `/admin/me`; 0 without one. */
export function levelOf(me: unknown): number {
  return isRecord(me) && Number.isInteger(me.level) ? Number(me.level) : 0
}

function callsOf(endpoints: object, schemas: Readonly<Record<string, unknown>>): ContractCall[] {
  return Object.entries(endpoints).flatMap(([name, endpoint]) =>
    isEndpoint(endpoint) ? [{ endpoint, schemas: schemas[name] as EndpointSchemas }] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

export function schemasOf({ method, path }: ContractCall['endpoint']): EndpointSchemas {
  const call = CONTRACT_CALLS.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
  if (!call) throw new Error(`The contract has no ${method} ${path}.`)
  return call.schemas
}

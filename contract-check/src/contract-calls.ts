import * as admin from '@sevadesk/contract/admin.ts'
import * as adminSchemas from '@sevadesk/contract/admin-schemas.ts'
import * as cashBook from '@sevadesk/contract/cash-book.ts'
import * as cashBookSchemas from '@sevadesk/contract/cash-book-schemas.ts'
import * as depositSlip from '@sevadesk/contract/deposit-slip.ts'
import * as depositSlipSchemas from '@sevadesk/contract/deposit-slip-schemas.ts'
import * as donation from '@sevadesk/contract/donation.ts'
import * as donationGroupSchemas from '@sevadesk/contract/donation-group-schemas.ts'
import * as donationGroups from '@sevadesk/contract/donation-groups.ts'
import * as donationSchemas from '@sevadesk/contract/donation-schemas.ts'
import * as donor from '@sevadesk/contract/donor.ts'
import * as donorSchemas from '@sevadesk/contract/donor-schemas.ts'
import * as editing from '@sevadesk/contract/editing.ts'
import * as editingSchemas from '@sevadesk/contract/editing-schemas.ts'
import type { Endpoint, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import * as event from '@sevadesk/contract/event.ts'
import * as eventSchemas from '@sevadesk/contract/event-schemas.ts'
import * as gallery from '@sevadesk/contract/gallery.ts'
import * as gallerySchemas from '@sevadesk/contract/gallery-schemas.ts'
import * as heldPayment from '@sevadesk/contract/held-payment.ts'
import * as heldPaymentSchemas from '@sevadesk/contract/held-payment-schemas.ts'
import * as history from '@sevadesk/contract/history.ts'
import * as historySchemas from '@sevadesk/contract/history-schemas.ts'
import * as homeVideo from '@sevadesk/contract/home-video.ts'
import * as homeVideoSchemas from '@sevadesk/contract/home-video-schemas.ts'
import * as listEntry from '@sevadesk/contract/list-entry.ts'
import * as listEntrySchemas from '@sevadesk/contract/list-entry-schemas.ts'
import * as message from '@sevadesk/contract/message.ts'
import * as messageSchemas from '@sevadesk/contract/message-schemas.ts'
import * as offlineGift from '@sevadesk/contract/offline-gift.ts'
import * as offlineGiftSchemas from '@sevadesk/contract/offline-gift-schemas.ts'
import * as payment from '@sevadesk/contract/payment.ts'
import * as paymentSchemas from '@sevadesk/contract/payment-schemas.ts'
import * as purposeMapping from '@sevadesk/contract/purpose-mapping.ts'
import * as purposeMappingSchemas from '@sevadesk/contract/purpose-mapping-schemas.ts'
import * as secondStep from '@sevadesk/contract/second-step.ts'
import * as secondStepSchemas from '@sevadesk/contract/second-step-schemas.ts'
import * as serverInfo from '@sevadesk/contract/server-info.ts'
import * as serverInfoSchemas from '@sevadesk/contract/server-info-schemas.ts'
import * as session from '@sevadesk/contract/session.ts'
import * as sessionSchemas from '@sevadesk/contract/session-schemas.ts'
import * as settings from '@sevadesk/contract/settings.ts'
import * as settingsSchemas from '@sevadesk/contract/settings-schemas.ts'
import * as system from '@sevadesk/contract/system.ts'
import * as systemSchemas from '@sevadesk/contract/system-schemas.ts'
import * as trash from '@sevadesk/contract/trash.ts'
import * as trashSchemas from '@sevadesk/contract/trash-schemas.ts'

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

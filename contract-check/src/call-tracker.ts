import { getCurrentAdmin } from '@sevadesk/contract/accounts/admin.ts'
import * as adminSchemas from '@sevadesk/contract/accounts/admin-schemas.ts'
import { deleteMessage } from '@sevadesk/contract/content/message.ts'
import {
  deleteDonation,
  exportDonations,
  fetchReceipt,
  getDonation,
  renewDonationReceipt,
  showDonationNumbers,
} from '@sevadesk/contract/donations/donation.ts'
import { exportForAccountant } from '@sevadesk/contract/donations/donation-groups.ts'
import { markHeldPaymentRefunded, recordHeldPayment } from '@sevadesk/contract/donations/held-payment.ts'
import * as certificates from '@sevadesk/contract/donors/certificate.ts'
import * as donors from '@sevadesk/contract/donors/donor.ts'
import { closeCashBook, getCashBook } from '@sevadesk/contract/gifts/cash-book.ts'
import { addDepositSlip, cancelDepositSlip, getDepositSlip } from '@sevadesk/contract/gifts/deposit-slip.ts'
import * as offlineGifts from '@sevadesk/contract/gifts/offline-gift.ts'
import { exportHistory } from '@sevadesk/contract/records/history.ts'
import { deleteForGood, fetchTrashPicture, restoreFromTrash, restoreSeveral } from '@sevadesk/contract/records/trash.ts'
import {
  exportSettings,
  getSettingsVersion,
  previewSettings,
  saveSettings,
} from '@sevadesk/contract/settings/settings.ts'
import type { BackendClient } from './backend-client.ts'
import { CONTRACT_CALLS, type ContractCall, levelOf } from './contract-calls.ts'
import { validateResponse } from './validate-response.ts'

const REASONS = [
  [deleteDonation, 'cannot be undone'],
  [deleteMessage, 'cannot be undone'],
  [recordHeldPayment, 'cannot be undone'],
  [markHeldPaymentRefunded, 'cannot be undone'],
  [renewDonationReceipt, 'cannot be undone'],
  [exportDonations, 'may be large'],
  [exportForAccountant, 'may be large'],
  [exportHistory, 'may be large'],
  [donors.addDonor, 'cannot be undone'],
  [donors.updateDonor, 'cannot be undone'],
  [donors.mergeDonors, 'cannot be undone'],
  [donors.undoDonorMerge, 'cannot be undone'],
  [donors.dismissDuplicate, 'cannot be undone'],
  [donors.acceptOtherName, 'cannot be undone'],
  [donors.showDonorNumbers, 'shows whole identity numbers'],
  [showDonationNumbers, 'shows whole identity numbers'],
  [donors.getDonor, 'no donor is listed'],
  [donors.listDonorGifts, 'no donor is listed'],
  [donors.listDonorReceipts, 'no donor is listed'],
  [certificates.listCertificates, 'no donor is listed'],
  [certificates.addCertificate, 'cannot be undone'],
  [certificates.fetchCertificate, 'shows whole identity numbers'],
  [certificates.deleteCertificate, 'changes what users keep'],
  [offlineGifts.addGift, 'cannot be undone'],
  [offlineGifts.updateGift, 'cannot be undone'],
  [offlineGifts.moveCheque, 'cannot be undone'],
  [offlineGifts.renewReceipt, 'cannot be undone'],
  [offlineGifts.getGift, 'no gift is listed'],
  [closeCashBook, 'cannot be undone'],
  [getCashBook, 'no day is listed'],
  [addDepositSlip, 'cannot be undone'],
  [cancelDepositSlip, 'cannot be undone'],
  [getDepositSlip, 'no deposit slip is listed'],
  [restoreFromTrash, 'changes what users deleted'],
  [restoreSeveral, 'changes what users deleted'],
  [deleteForGood, 'cannot be undone'],
  [fetchTrashPicture, 'no listed record has a picture'],
  [fetchReceipt, 'no listed donation has a receipt'],
  [getDonation, 'no donation is listed'],
  [getSettingsVersion, 'no settings were saved'],
  [exportSettings, 'is recorded by the backend'],
  [saveSettings, 'changes every later receipt'],
  [previewSettings, 'prints a receipt'],
] as const

interface TrackedClient {
  client: BackendClient
  /** Lists the panel's calls that were not made, each with the reason. */
  untried(options: { isWriting: boolean }): string[]
}

/** Wraps a client so that it records which calls of the contract it makes. */
export function trackCalls(client: BackendClient): TrackedClient {
  const made = new Set<ContractCall>()
  let level = 0
  const isExpected = ({ schemas: { about } }: ContractCall) => about.usedBy === undefined && (about.level ?? 0) <= level
  return {
    client: {
      ...client,
      async call(method, path, options) {
        const call = findCall(method, path)
        if (call) made.add(call)
        const response = await client.call(method, path, options)
        if (path === getCurrentAdmin.path) {
          const { data } = validateResponse(adminSchemas.getCurrentAdmin, method, response)
          level = Math.max(level, levelOf(data)) // a refused call has none
        }
        return response
      },
    },
    untried: ({ isWriting }) =>
      CONTRACT_CALLS.filter((call) => !made.has(call) && isExpected(call) && (isWriting || isReading(call))).map(
        describe,
      ),
  }
}

/** Prefers an endpoint with this literal path to one with a path parameter. */
function findCall(method: string, path: string): ContractCall | undefined {
  const calls = CONTRACT_CALLS.filter(({ endpoint }) => endpoint.method === method)
  return (
    calls.find(({ endpoint }) => endpoint.path === path) ??
    calls.find(({ endpoint }) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
  )
}

/** Fetching a receipt is a POST that changes nothing. */
function isReading({ endpoint: { method, path } }: ContractCall): boolean {
  return method === 'GET' || path === fetchReceipt.path
}

function describe({ endpoint }: ContractCall): string {
  const reason = REASONS.find(([each]) => each.method === endpoint.method && each.path === endpoint.path)?.[1]
  return `${endpoint.method} ${endpoint.path} (${reason ?? 'an earlier call failed'})`
}

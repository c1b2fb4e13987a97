import type { MessageDescriptor } from '@lingui/core'
import { fetchReceipt } from '@sevadesk/contract/donations/donation.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { download } from '../api/download.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { saveFile } from '../api/save-file.ts'

interface ReceiptDownload {
  isPending: boolean
  /** Downloads the receipt; ignored while another download is running. */
  save: (donation: WithReceipt) => void
}

type WithReceipt = Pick<DonationEntry, '_id'> & { receipt: { token: string; number: string } }

export function useReceiptFile(errorMessage: MessageDescriptor): ReceiptDownload {
  const isBusy = useRef(false) // React state updates too late for a double click
  const { mutate, isPending } = useMutation({
    mutationFn: async (donation: WithReceipt) => {
      const { file, name } = await download(
        fetchReceipt,
        { params: { token: donation.receipt.token } },
        { kind: 'pdf' },
      )
      saveFile(file, name ?? receiptFileName(donation))
    },
    onSettled: () => {
      isBusy.current = false
    },
    meta: { errorMessage },
  })

  function save(donation: WithReceipt) {
    if (isBusy.current) return
    isBusy.current = true
    mutate(donation)
  }

  return { isPending, save }
}

/** Used when the response has no readable file name. */
function receiptFileName({ _id, receipt }: WithReceipt): string {
  const name = receipt.number || _id
  return name ? `receipt-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf` : 'receipt.pdf'
}

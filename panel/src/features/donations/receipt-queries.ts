import { msg } from '@lingui/core/macro'
import { fetchReceipt } from '@sevadesk/contract/donation.ts'
import { useMutation } from '@tanstack/react-query'
import type { DonationEntry } from '../../api/donation-entry.ts'
import { download } from '../../api/download.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Fetches the receipt of a donation that has one and hands it to the browser to keep. */
export function useReceiptDownload() {
  return useMutation({
    mutationFn: async (donation: DonationEntry & { receipt: object }) => {
      const { file, name } = await download(
        fetchReceipt,
        { params: { token: donation.receipt.token } },
        { kind: 'pdf' },
      )
      saveFile(file, name ?? receiptFileName(donation))
    },
    meta: { errorMessage: msg`Failed to download receipt.` },
  })
}

/** Where the server's own name cannot be read (reading D8). */
function receiptFileName({ _id, receipt }: DonationEntry): string {
  const name = receipt?.number || _id
  return name ? `receipt-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf` : 'receipt.pdf'
}

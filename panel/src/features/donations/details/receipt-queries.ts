import { msg } from '@lingui/core/macro'
import { useIsPaged } from '../../../queries/donation-pages.ts'
import { useReceiptFile } from '../../../queries/use-receipt-file.ts'

export function useReceiptDownload() {
  return useReceiptFile(msg`Failed to download receipt.`)
}

/** Whether receipts are issued when payments are captured. Known of our server alone. */
export function useIssuesOnCapture(): boolean {
  return useIsPaged()
}

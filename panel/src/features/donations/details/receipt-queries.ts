import { msg } from '@lingui/core/macro'
import { useReceiptFile } from '../../../queries/use-receipt-file.ts'

export function useReceiptDownload() {
  return useReceiptFile(msg`Failed to download receipt.`)
}

import { accountantFileName } from '@sevadesk/contract/donations/donation-csv.ts'
import { type AccountantFormat, exportForAccountant } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { download } from '../../../api/download.ts'
import { saveFile } from '../../../api/save-file.ts'
import { withoutDefaults } from '../../../queries/page-inputs.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { useSingleExport } from './use-single-export.ts'

interface AccountantExport {
  /** The format that is being saved. */
  running: AccountantFormat | undefined
  bytes: number
  error: Error | null
  /** Resolves to whether the file was saved. A second call while one is running does nothing. */
  save: (filter: DonationFilter, format: AccountantFormat) => Promise<boolean>
}

/** The export for the accountant. Leaving the dialog cancels it. */
export function useAccountantExport(): AccountantExport {
  const { timeZone } = useTrust()
  const { exporting, bytes, start } = useSingleExport(
    async ({ filter, format }: { filter: DonationFilter; format: AccountantFormat }, { signal, onProgress }) => {
      const input = { querystring: { ...withoutDefaults(filter), format } }
      const { file, name } = await download(exportForAccountant, input, { kind: format, signal, onProgress })
      signal.throwIfAborted()
      saveFile(file, name ?? accountantFileName(filter, format, { now: Date.now(), timeZone }))
      return true
    },
  )

  async function save(filter: DonationFilter, format: AccountantFormat) {
    // A toast and the dialog show the failure.
    return (await start({ filter, format })?.catch(() => false)) ?? false
  }

  return {
    running: exporting.isPending ? exporting.variables.input.format : undefined,
    bytes,
    error: exporting.error,
    save,
  }
}

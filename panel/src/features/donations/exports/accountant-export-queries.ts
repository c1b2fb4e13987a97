import { msg } from '@lingui/core/macro'
import { accountantFileName } from '@sevadesk/contract/donations/donation-csv.ts'
import { type AccountantFormat, exportForAccountant } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../../api/download.ts'
import { saveFile } from '../../../api/save-file.ts'
import { withoutDefaults } from '../../../queries/page-inputs.ts'
import { useTrust } from '../../../ui/base/trust.tsx'

/** Progress is rounded to this, to limit re-renders. */
const STEP_BYTES = 512 * 1024

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
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState(0)
  const saving = useMutation({
    mutationFn: async ({ filter, format, signal }: SaveInput) => {
      const { file, name } = await download(
        exportForAccountant,
        { querystring: { ...withoutDefaults(filter), format } },
        { kind: format, signal, onProgress: (received) => setBytes(received - (received % STEP_BYTES)) },
      )
      signal.throwIfAborted()
      saveFile(file, name ?? accountantFileName(filter, format, { now: Date.now(), timeZone }))
    },
    onSettled: () => {
      running.current = undefined
    },
    meta: { errorMessage: msg`Failed to export donations.` },
  })

  useEffect(() => () => running.current?.abort(), [])

  async function save(filter: DonationFilter, format: AccountantFormat) {
    if (running.current) return false // React state updates too late for a double click
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    return saving.mutateAsync({ filter, format, signal: controller.signal }).then(
      () => true,
      () => false, // a toast and the dialog show the failure
    )
  }

  return { running: saving.isPending ? saving.variables.format : undefined, bytes, error: saving.error, save }
}

interface SaveInput {
  filter: DonationFilter
  format: AccountantFormat
  signal: AbortSignal
}

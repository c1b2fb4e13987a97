import { msg } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

export const EXPORT_FAILED = msg`Failed to export donations.`

/** Progress is rounded to this, to limit re-renders. */
const STEP_BYTES = 512 * 1024

export interface ExportControl {
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/**
 * Runs one export at a time. `start` returns undefined while one is running. Leaving the page or the
 * dialog cancels it.
 */
export function useSingleExport<Input, Result>(save: (input: Input, control: ExportControl) => Promise<Result>) {
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState(0)
  const onProgress = (received: number) => setBytes(received - (received % STEP_BYTES))
  const exporting = useMutation({
    mutationFn: ({ input, signal }: { input: Input; signal: AbortSignal }) => save(input, { signal, onProgress }),
    onSettled: () => {
      running.current = undefined
    },
    meta: { errorMessage: EXPORT_FAILED },
  })

  useEffect(() => () => running.current?.abort(), [])

  function start(input: Input): Promise<Result> | undefined {
    if (running.current) return undefined // React state updates too late for a double click
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    return exporting.mutateAsync({ input, signal: controller.signal })
  }

  return { exporting, bytes, start, cancel: () => running.current?.abort() }
}

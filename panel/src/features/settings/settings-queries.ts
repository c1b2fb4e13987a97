import { msg } from '@lingui/core/macro'
import {
  exportSettings,
  getSettings,
  getSettingsVersion,
  previewSettings,
  saveSettings,
} from '@sevadesk/contract/settings/settings.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAddressValues } from '../../address/use-address-values.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { dataOf } from '../../api/read-response.ts'
import { saveFile } from '../../api/save-file.ts'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { previewContentOf, type SettingsDraft } from './settings-draft.ts'

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => dataOf(await call(getSettings, {}, { signal })),
  staleTime: 0,
  meta: { errorMessage: msg`Failed to load the settings.` },
})

export function useSettings() {
  return useQuery(settingsQuery)
}

/** An earlier version; not fetched without a number. */
export function useSettingsVersion(version: number | undefined) {
  return useQuery({
    queryKey: ['settings', 'version', version],
    queryFn: async ({ signal }) =>
      dataOf(await call(getSettingsVersion, { params: { version: String(version) } }, { signal })),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorMessage: msg`Failed to load the settings.` },
  })
}

/** Saves a new version; rejects unless the server confirms. */
export function useSaveSettings() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ content, version }: { content: object; version: number | undefined }) =>
      call(saveSettings, { body: { content } }, { version }),
    // Also after a failure: another user may have saved.
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    meta: {
      errorMessage: msg`Failed to save the settings`,
      successMessage: msg`Settings saved successfully`,
    },
  })
  return mutateAsync
}

/** Saves the content of an earlier version as a new one, if the newest is still `from`. */
export function useBringBack() {
  const queryClient = useQueryClient()
  const [, setAddress] = useAddressValues(['version'])
  return useMutation({
    mutationFn: ({ content, from }: { content: object; from: number }) =>
      call(saveSettings, { body: { content } }, { version: from }),
    onSuccess: () => setAddress({ version: undefined }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    meta: { errorMessage: msg`Failed to save the settings`, successMessage: msg`Settings saved successfully` },
  })
}

export function useSettingsExport() {
  return useMutation({
    mutationFn: async () => {
      const { file, name } = await download(exportSettings, {}, { kind: 'json' })
      saveFile(file, name ?? 'trust.json')
    },
    meta: { errorMessage: msg`Failed to export the settings` },
  })
}

export interface PreviewOptions {
  /** The day of the example donation, `YYYY-MM-DD`. */
  day: string
  language: 'en' | 'hi'
  method: 'cash' | 'cheque' | 'online'
}

export interface ReceiptPreview {
  /** The address of the newest picture that could be drawn. */
  url: string | undefined
  isDrawing: boolean
  /** Why the settings as they are now cannot be drawn. */
  error: Error | undefined
}

/** The form is sent when the user pauses for so long. */
const PAUSE_MS = 800

/** Draws the receipt of a draft at once, and again after each pause in its changes. */
export function useReceiptPreview(draft: SettingsDraft, { day, language, method }: PreviewOptions): ReceiptPreview {
  const [preview, setPreview] = useState<ReceiptPreview>({ url: undefined, isDrawing: true, error: undefined })
  const isFirst = useRef(true)

  useEffect(() => {
    const controller = new AbortController()
    let timer = setTimeout(() => void draw(), isFirst.current ? 0 : PAUSE_MS)
    isFirst.current = false
    setPreview((before) => ({ ...before, isDrawing: true }))

    async function draw() {
      const body = { content: previewContentOf(draft), day, language, method }
      try {
        const { file } = await download(previewSettings, { body }, { kind: 'image', signal: controller.signal })
        setPreview({ url: URL.createObjectURL(file), isDrawing: false, error: undefined })
      } catch (reason) {
        if (controller.signal.aborted) return
        const error = reason instanceof Error ? reason : new Error()
        setPreview(({ url }) => ({ url, isDrawing: false, error }))
        const wait = error instanceof ApiError ? error.retryAfterMs : 0
        if (wait > 0) timer = setTimeout(() => void draw(), wait)
      }
    }

    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [draft, day, language, method])

  const { url } = preview
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return preview
}

/** Why the server refused settings: the sentence of the first wrong field, or else its message. */
export function useRefusalText(): (error: Error) => string {
  const failureText = useFailureText()
  return (error) => {
    const fields: unknown = Reflect.get(error, 'fields')
    const [sentence] = typeof fields === 'object' && fields !== null ? Object.values(fields) : []
    return typeof sentence === 'string' && sentence !== '' ? sentence : failureText(error)
  }
}

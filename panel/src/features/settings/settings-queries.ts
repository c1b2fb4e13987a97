import { msg } from '@lingui/core/macro'
import {
  exportSettings,
  getSettings,
  getSettingsVersion,
  previewSettings,
  saveSettings,
} from '@sevadesk/contract/settings/settings.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAddressValues } from '../../address/use-address-values.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { isRecord, readRecord, readText, readVersion } from '../../api/records/fields.ts'
import { saveFile } from '../../api/save-file.ts'
import { draftOf, previewContentOf, type SettingsDraft } from './settings-draft.ts'

export interface SettingsVersion {
  version: number
  savedAt: string
  /** Empty for what was read from `trust.json`. */
  savedBy: string
}

export interface Settings extends SettingsVersion {
  content: unknown
  versions: SettingsVersion[]
}

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => readSettings(await call(getSettings, {}, { signal })),
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
      readSettings(await call(getSettingsVersion, { params: { version: String(version) } }, { signal })),
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
    mutationFn: ({ content, from }: { content: unknown; from: number }) =>
      call(saveSettings, { body: { content: Object(content) } }, { version: from }),
    onSuccess: () => setAddress({ version: undefined }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    meta: { errorMessage: msg`Failed to save the settings`, successMessage: msg`Settings saved successfully` },
  })
}

/** Reads a record of the server into a draft; `undefined` if it is none. */
export function readSettingsDraft(record: unknown): SettingsDraft | undefined {
  const { content, version } = readRecord(record)
  return isRecord(content) ? draftOf(content, readVersion(version)) : undefined
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
  /** Of the example donation, `YYYY-MM-DD`. */
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

/** Draws the receipt of a draft, again after each pause in its changes. */
export function useReceiptPreview(draft: SettingsDraft, { day, language, method }: PreviewOptions): ReceiptPreview {
  const [preview, setPreview] = useState<ReceiptPreview>({ url: undefined, isDrawing: true, error: undefined })

  useEffect(() => {
    const controller = new AbortController()
    let timer = setTimeout(() => void draw(), PAUSE_MS)
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

function readSettings(response: unknown): Settings {
  const data = readRecord(readRecord(response).data)
  if (!isRecord(data.content)) throw new ApiError({ kind: 'bad-response' })
  const versions = Array.isArray(data.versions) ? data.versions.map(readSaved).filter(({ version }) => version > 0) : []
  return { ...readSaved(data), content: data.content, versions }
}

function readSaved(value: unknown): SettingsVersion {
  const { version, savedAt, savedBy } = readRecord(value)
  return { version: readVersion(version) ?? 0, savedAt: readText(savedAt), savedBy: readText(savedBy) }
}

import { msg } from '@lingui/core/macro'
import { listPurposeTexts, savePurposeMappings, type TextState } from '@sevadesk/contract/settings/purpose-mapping.ts'
import type { SentMapping } from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Fields, readInteger, readRecord, readText } from '../../api/records/fields.ts'
import { LISTS_KEY, LISTS_STALE_KEYS } from '../../queries/lists-key.ts'
import { readPage, tablePage } from '../../queries/table-page.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

export const TEXTS_PER_PAGE = 25

/** A text that donors wrote as purpose. Ids are empty for none. */
export interface PurposeTextRow {
  /** Unique: the text with its purpose. */
  id: string
  text: string
  donations: number | undefined
  newestAt: string
  purposeId: string
  proposedId: string
}

/** A page of the texts, most used first; `page` counts from 1. */
export function usePurposeTexts(state: TextState, page: number): TablePage<PurposeTextRow> {
  const texts = useQuery({
    queryKey: [...LISTS_KEY, 'texts', state, page],
    queryFn: async ({ signal }) => {
      const querystring = { state, page: String(page), limit: String(TEXTS_PER_PAGE) }
      const { rows, ...others } = readPage(await call(listPurposeTexts, { querystring }, { signal }), page, readRow)
      return { ...others, rows: rows.filter(({ text }) => text !== '') }
    },
    placeholderData: keepPreviousData,
    // Donations add texts at any time.
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the texts` },
  })
  return tablePage(texts, texts.data)
}

/** Maps texts to purposes. Resolves to the number of donations that got another purpose. */
export function useSaveMappings() {
  return useMutation({
    mutationFn: async (mappings: SentMapping[]) => {
      const response = await call(savePurposeMappings, { body: { mappings } })
      return readInteger(readRecord(readRecord(response).data).donations)
    },
    onSettled: useReload(...LISTS_STALE_KEYS),
    meta: { errorMessage: msg`Failed to map the texts` },
  })
}

export function textRowId(text: string, purposeId: string): string {
  return `${purposeId} ${text}`
}

function readRow(fields: Fields): PurposeTextRow {
  // The server compares the text letter by letter.
  const text = typeof fields.text === 'string' ? fields.text : ''
  const purposeId = readText(fields.purposeId)
  return {
    id: textRowId(text, purposeId),
    text,
    donations: readInteger(fields.donations),
    newestAt: readText(fields.newestAt),
    purposeId,
    proposedId: readText(fields.proposedId),
  }
}

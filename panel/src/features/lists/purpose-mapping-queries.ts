import { msg } from '@lingui/core/macro'
import { listPurposeTexts, savePurposeMappings, type TextState } from '@sevadesk/contract/settings/purpose-mapping.ts'
import type { PurposeText, SentMapping } from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { LISTS_KEY, LISTS_STALE_KEYS } from '../../queries/query-keys.ts'
import { tablePage, toPage } from '../../queries/table-page.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

export const TEXTS_PER_PAGE = 25

/** A text that donors wrote as purpose; `id` is the text with its purpose. */
export type PurposeTextRow = PurposeText & { id: string }

/** A page of the texts, most used first; `page` counts from 1. */
export function usePurposeTexts(state: TextState, page: number): TablePage<PurposeTextRow> {
  const texts = useQuery({
    queryKey: [...LISTS_KEY, 'texts', state, page],
    queryFn: async ({ signal }) => {
      const querystring = { state, page: String(page), limit: String(TEXTS_PER_PAGE) }
      const { rows, ...others } = toPage(await call(listPurposeTexts, { querystring }, { signal }))
      return { ...others, rows: rows.map((row) => ({ ...row, id: textRowId(row.text, row.purposeId) })) }
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
    mutationFn: async (mappings: SentMapping[]) =>
      dataOf(await call(savePurposeMappings, { body: { mappings } })).donations,
    onSettled: useReload(...LISTS_STALE_KEYS),
    meta: { errorMessage: msg`Failed to map the texts` },
  })
}

export function textRowId(text: string, purposeId: string | null): string {
  return `${purposeId ?? ''} ${text}`
}

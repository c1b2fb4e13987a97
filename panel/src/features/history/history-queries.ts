import { msg } from '@lingui/core/macro'
import { listAdmins, listSuperadmins } from '@sevadesk/contract/accounts/admin.ts'
import { exportHistory, HISTORY_PER_PAGE, listHistory } from '@sevadesk/contract/records/history.ts'
import type { HistoryEntry, HistoryFilter } from '@sevadesk/contract/records/history-schemas.ts'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { dataOf } from '../../api/read-response.ts'
import { readText } from '../../api/records/fields.ts'
import { readList } from '../../api/records/record-list.ts'
import { saveFile } from '../../api/save-file.ts'
import { useMe } from '../../session/use-me.ts'

interface HistoryPage {
  entries: readonly HistoryEntry[]
  /** The `before` of the next page; null on the last. */
  next: number | null
  isIntact: boolean
  isEndUnchecked: boolean
}

function historyQuery(filter: HistoryFilter, before: string | undefined) {
  return queryOptions({
    queryKey: ['history', filter, before ?? ''],
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const querystring = { ...filter, ...(before !== undefined && { before }), limit: String(HISTORY_PER_PAGE) }
      const response = await call(listHistory, { querystring }, { signal })
      const { next, isIntact, isEndUnchecked = false } = response
      return { entries: dataOf(response), next, isIntact, isEndUnchecked }
    },
    placeholderData: keepPreviousData,
    // Every other screen adds entries.
    staleTime: 0,
    meta: { errorMessage: msg`Could not load the history.` },
  })
}

/** A page of the history, newest first. `before` is from the address. */
export function useHistory(filter: HistoryFilter, before: string | undefined) {
  return useQuery(historyQuery(filter, before))
}

interface Account {
  id: string
  name: string
}

const accountsQuery = queryOptions({
  queryKey: ['history', 'accounts'],
  queryFn: async ({ signal }): Promise<Account[]> => {
    const lists = await Promise.all([call(listAdmins, {}, { signal }), call(listSuperadmins, {}, { signal })])
    return lists.flatMap((list) =>
      readList(list).map(({ _id, username }) => ({ id: readText(_id), name: readText(username) })),
    )
  },
})

/** The accounts by which a superadmin may filter, by name. Empty until they are loaded. */
export function useAccounts(): readonly Account[] {
  const me = useMe()
  const { data = [] } = useQuery(accountsQuery)
  const own = me ? [{ id: me._id, name: me.username }] : []
  const others = data.filter(({ id }) => id !== '' && id !== me?._id)
  return [...own, ...others].sort((one, other) => one.name.localeCompare(other.name))
}

/** Saves the filtered history as a file. */
export function useHistoryExport() {
  return useMutation({
    mutationFn: async (filter: HistoryFilter) => {
      const { file, name } = await download(exportHistory, { querystring: filter }, { kind: 'csv' })
      saveFile(file, name ?? 'history.csv')
    },
    meta: { errorMessage: msg`Could not export the history.` },
  })
}

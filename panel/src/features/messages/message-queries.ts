import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { deleteMessage, listMessages, MESSAGES_PER_PAGE } from '@sevadesk/contract/content/message.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Fields, readIds, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import { messagePageInput } from '../../queries/page-inputs.ts'
import { readPage, slicePage, tablePage } from '../../queries/table-page.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useIsExtended } from '../../session/use-me.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { sortByDate } from '../../ui/table/sort-by-date.ts'
import type { Message } from './message.ts'

/** `success: false` and any other failure have different texts. */
export function fetchFailure(error: Error | null): MessageDescriptor {
  return error instanceof ApiError && error.kind === 'refused'
    ? msg`Failed to load messages.`
    : msg`Server error while fetching messages.`
}

const MESSAGES_KEY = ['messages']
const PAGES_KEY = [...MESSAGES_KEY, 'page']

const messagesQuery = queryOptions({
  queryKey: [...MESSAGES_KEY, 'whole'],
  queryFn: async ({ signal }) => readMessages(await call(listMessages, { querystring: {} }, { signal })),
  meta: { errorMessage: fetchFailure },
})

function pageQuery(page: number) {
  return queryOptions({
    queryKey: [...PAGES_KEY, page],
    queryFn: async ({ signal }) =>
      readPage(await call(listMessages, messagePageInput(page), { signal }), page, readMessage),
    placeholderData: keepPreviousData,
    meta: { errorMessage: fetchFailure },
  })
}

/** Asks the backend for one page, or fetches the whole list once. `page` counts from 1. */
export function useMessages(page: number): TablePage<Message> & { hasDates: boolean } {
  const isExtended = useIsExtended()
  const fromServer = useQuery({ ...pageQuery(page), enabled: isExtended })
  const whole = useQuery({ ...messagesQuery, enabled: !isExtended })
  const hasDates = (isExtended ? fromServer.data?.rows : whole.data)?.some(hasDate) ?? false
  const state = isExtended
    ? tablePage(fromServer, fromServer.data)
    : tablePage(whole, slicePage(whole.data, page, MESSAGES_PER_PAGE))
  return { ...state, hasDates }
}

export function useMessageDeletion() {
  return useRemoval('message', {
    listKey: messagesQuery.queryKey,
    pagesKey: PAGES_KEY,
    staleKey: MESSAGES_KEY,
    remove: (id) => call(deleteMessage, { params: { id } }),
    errorMessage: msg`Server error while deleting message.`,
  })
}

/**
 * Newest first, or in the backend's order if no message has a date. Throws ApiError if the response
 * is not a list.
 */
function readMessages(response: unknown): Message[] {
  const messages = readRecords(response, readMessage)
  return messages.some(hasDate) ? sortByDate(messages, 'latest') : messages
}

function readMessage(fields: Fields, index: number): Message {
  return {
    ...readIds(fields, index),
    name: readText(fields.name),
    email: readText(fields.email),
    subject: readText(fields.subject),
    message: readText(fields.message),
    createdAt: fields.createdAt,
  }
}

function hasDate({ createdAt }: Message): boolean {
  return readTime(createdAt) !== undefined
}

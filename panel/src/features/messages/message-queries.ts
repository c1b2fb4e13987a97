import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { deleteMessage, listMessages } from '@sevadesk/contract/message.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Fields, readIds, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import { slicePage, tablePage } from '../../queries/table-page.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { sortByDate } from '../../ui/table/sort-by-date.ts'
import type { Message } from './message.ts'

export const MESSAGES_PER_PAGE = 10

/** `success: false` and any other failure have different texts. */
export function fetchFailure(error: Error | null): MessageDescriptor {
  return error instanceof ApiError && error.kind === 'refused'
    ? msg`Failed to load messages.`
    : msg`Server error while fetching messages.`
}

const messagesQuery = queryOptions({
  queryKey: ['messages'],
  queryFn: async ({ signal }) => readMessages(await call(listMessages, {}, { signal })),
  meta: { errorMessage: fetchFailure },
})

export function useMessages(page: number): TablePage<Message> & { hasDates: boolean } {
  const query = useQuery(messagesQuery)
  const hasDates = query.data?.some(hasDate) ?? false
  return { ...tablePage(query, slicePage(query.data, page, MESSAGES_PER_PAGE)), hasDates }
}

export function useDeleteMessage() {
  return useRemoval({
    listKey: messagesQuery.queryKey,
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

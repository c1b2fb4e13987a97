import { MESSAGES_PER_PAGE } from '@sevadesk/contract/content/message.ts'

// Without the query client: a screen's first requests are sent before it has loaded.

/** The input of `listMessages` for one page; `page` counts from 1. */
export function messagePageInput(page: number) {
  return { querystring: { page: String(page), limit: String(MESSAGES_PER_PAGE) } }
}

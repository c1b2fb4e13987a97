import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './message-schemas.ts'

export const listMessages = endpoint<typeof schemas.listMessages>('GET', '/message/getMessage')
export const deleteMessage = endpoint<typeof schemas.deleteMessage>('DELETE', '/message/deleteMessage/:id')
export const addMessage = endpoint<typeof schemas.addMessage>('POST', '/message/addMessage')

/** On a page of the panel. */
export const MESSAGES_PER_PAGE = 10

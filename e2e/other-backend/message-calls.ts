import type { Memory } from './memory.ts'
import type { Answer } from './reply.ts'

/** GET /message/getMessage: `success`, `data` and `message`. */
export function listMessages({ messages }: Memory): Answer {
  return { body: { success: true, data: messages, message: `${messages.length} messages` } }
}

/** DELETE /message/deleteMessage/{id}: `success` and `message`. */
export function deleteMessage(memory: Memory, id: string): Answer {
  const message = memory.messages.find(({ _id }) => _id === id)
  if (!message) return { body: { success: false, message: 'No such message' } }
  memory.messages = memory.messages.filter((other) => other !== message)
  return { body: { success: true, message: 'Message removed' } }
}

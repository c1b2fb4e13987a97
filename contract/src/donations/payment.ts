import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './payment-schemas.ts'

export const createOrder = endpoint<typeof schemas.createOrder>('POST', '/donate/order')
export const verifyPayment = endpoint<typeof schemas.verifyPayment>('POST', '/donate/verify')
export const receiveWebhook = endpoint<typeof schemas.receiveWebhook>('POST', '/donate/webhook')

import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import * as endpoints from '@sevadesk/contract/gifts/cash-book.ts'
import * as schemas from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { rangeOfPage, route } from '../../http/route.ts'
import { countBooks, listBooks } from './cash-book-list-store.ts'
import * as service from './cash-book-service.ts'

const KEEPERS = ['Donations'] as const

export function cashBookRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
  route(app, endpoints.getCashBook, schemas.getCashBook, KEEPERS, async ({ params, query }) => {
    const limit = String(endpoints.BOOK_ENTRIES_PER_PAGE)
    const { page, ...data } = await service.readBook(db, params.day, (total) => rangeOfPage({ ...query, limit }, total))
    return { success: true, data, total: data.count, isCapped: false, page }
  })

  route(app, endpoints.listCashBooks, schemas.listCashBooks, KEEPERS, async ({ query }) => {
    const total = await countBooks(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await listBooks(db, range), total, isCapped: false, page }
  })

  route(app, endpoints.closeCashBook, schemas.closeCashBook, KEEPERS, async (request) => {
    const dependencies = { db, recorder: history.by(request) }
    const today = zonedDate(Date.now(), config.timeZone)
    const data = await service.closeBooks(dependencies, { day: request.params.day, today })
    return { success: true, data, message: 'The day has been closed.' }
  })
}

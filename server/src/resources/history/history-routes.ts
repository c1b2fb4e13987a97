import { Readable } from 'node:stream'
import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import * as endpoints from '@sevadesk/contract/records/history.ts'
import { HISTORY_CSV_HEAD, historyCsvLine, historyFileName } from '@sevadesk/contract/records/history-csv.ts'
import type { HistoryEntry } from '@sevadesk/contract/records/history-schemas.ts'
import * as schemas from '@sevadesk/contract/records/history-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { isEndUnchecked } from './history-chain.ts'
import { recordHistoryExport } from './history-check-service.ts'
import { assertMayRead, findHistoryPage, readHistory } from './history-list-service.ts'

export function historyRoutes(app: FastifyInstance, { config, db, history, locations }: AppDependencies): void {
  const { timeZone } = config
  const dependencies = { db, locations, timeZone }

  route(app, endpoints.listHistory, schemas.listHistory, 'signed-in', async ({ admin, query }) => {
    const { before, limit = endpoints.HISTORY_PER_PAGE, ...filter } = query
    await assertMayRead(db, admin, filter)
    const range = { before: before === undefined ? undefined : Number(before), limit: Number(limit) }
    const page = await findHistoryPage(dependencies, filter, { ...range, isWhole: admin.role === 'superadmin' })
    return {
      success: true,
      ...page,
      isIntact: history.breaks.length === 0,
      isEndUnchecked: isEndUnchecked(history.breaks),
    }
  })

  route(app, endpoints.exportHistory, schemas.exportHistory, 'signed-in', async (request, reply) => {
    const { admin, query } = request
    if (admin.role !== 'superadmin') throw forbidden()
    await recordHistoryExport(db, history.by(request), query)
    const name = historyFileName({ now: Date.now(), timeZone })
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
    return Readable.from(csvText(readHistory(dependencies, query), timeZone), { objectMode: false })
  })
}

async function* csvText(batches: AsyncIterable<HistoryEntry[]>, timeZone: string): AsyncGenerator<string> {
  yield CSV_BOM + HISTORY_CSV_HEAD
  for await (const batch of batches) yield batch.map((entry) => historyCsvLine(entry, timeZone)).join('')
}

// The floor that the call rates are compared with: bare node:http, node:sqlite and JSON.stringify
// on the database of our running server. It runs the same queries, without a count and without
// validation. Every call reads the row of its session, but not whether that has ended.
// Reads PORT and DATA_DIR.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { donationJson } from './donation-json.ts'

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'sevadesk.sqlite'), { readOnly: true })
const sessions = database.prepare('select admin_id, expires_at, revoked_at from sessions where token_hash = ?')
const admins = database.prepare('select id, username, email, role, sections, created_at from admins where id = ?')
const newest = database.prepare(
  `select id, donor_name, donor_email, donor_phone, donor_address, donor_pan, amount, currency, purpose, purpose_id,
     status, order_id, payment_id, payment_method, refunded_amount, held_payment_id, receipt_token, receipt_expires_at,
     receipt_number, created_at, updated_at
   from donations indexed by donations_by_day where deleted_at is null
   order by local_day desc, created_at desc, id desc limit ? offset ?`,
)

createServer(({ url = '/', headers }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(respond(pathname, searchParams, sessionOf(headers.authorization))))
}).listen(Number(process.env.PORT), '127.0.0.1')

function sessionOf(authorization = '') {
  const token = authorization.slice('Bearer '.length)
  return sessions.get(createHash('sha256').update(token).digest('hex'))
}

function respond(path: string, query: URLSearchParams, session: ReturnType<typeof sessionOf>): object {
  if (session === undefined) return { status: 'ok' }
  switch (path) {
    case '/api/admin/me':
      return adminOf(session)
    case '/api/donate': {
      const limit = Number(query.get('limit'))
      const rows = newest.all(limit, (Number(query.get('page')) - 1) * limit)
      return { success: true, data: rows.map(donationJson) }
    }
    default:
      return { status: 'ok' }
  }
}

function adminOf({ admin_id }: NonNullable<ReturnType<typeof sessionOf>>): object {
  const admin = admins.get(admin_id ?? null)
  const { id, username, email, role, sections, created_at } = admin ?? {}
  return { _id: id, username, email, role, sections: JSON.parse(String(sections)), createdAt: created_at }
}

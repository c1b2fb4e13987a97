// The floor that the call rates are compared with: bare node:http, node:sqlite and JSON.stringify
// on the database of our running server. It runs the same queries, without a count, without
// validation, and checks only that the session exists. Reads PORT and DATA_DIR.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { donationJson } from './donation-json.ts'

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'sevadesk.sqlite'), { readOnly: true })
const sessions = database.prepare('select admin_id, expires_at, revoked_at from sessions where token_hash = ?')
const admins = database.prepare('select id, username, email, role, sections, created_at from admins where id = ?')
const newest = database.prepare(
  `select id, donor_name, donor_email, donor_phone, donor_address, donor_pan, amount, currency, purpose, status,
     order_id, payment_id, payment_method, refunded_amount, held_payment_id, receipt_token, receipt_expires_at,
     receipt_number, created_at, updated_at
   from donations where deleted_at is null
   order by local_day desc, created_at desc, id desc limit ? offset ?`,
)

createServer(({ url = '/', headers }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(respond(pathname, searchParams, headers.authorization)))
}).listen(Number(process.env.PORT), '127.0.0.1')

function respond(path: string, query: URLSearchParams, authorization = ''): object {
  switch (path) {
    case '/api/admin/me':
      return currentAdmin(authorization.slice('Bearer '.length))
    case '/api/donate': {
      const limit = Number(query.get('limit'))
      const rows = newest.all(limit, (Number(query.get('page')) - 1) * limit)
      return { success: true, data: rows.map(donationJson) }
    }
    default:
      return { status: 'ok' }
  }
}

function currentAdmin(token: string): object {
  const session = sessions.get(createHash('sha256').update(token).digest('hex'))
  const admin = admins.get(session?.admin_id ?? null)
  const { id, username, email, role, sections, created_at } = admin ?? {}
  return { _id: id, username, email, role, sections: JSON.parse(String(sections)), createdAt: created_at }
}

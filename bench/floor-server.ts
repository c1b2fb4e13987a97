// The floor that our server is compared with: bare node:http and node:sqlite. Runs one query for a
// GET, and writes the body of a POST to a file with fsync. Reads PORT and DATA_DIR.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'

const folder = process.env.DATA_DIR ?? '.'
const database = new DatabaseSync(join(folder, 'floor.db'))
database.exec('pragma journal_mode = wal; pragma synchronous = full; create table if not exists admins (id text)')
const anyone = database.prepare('select id from admins limit 1')

createServer(async (request, response) => {
  if (request.method === 'POST') {
    const file = join(folder, 'body')
    await pipeline(request, createWriteStream(file))
    const handle = await open(file, 'r')
    await handle.sync()
    await handle.close()
  } else anyone.all()
  response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
}).listen(Number(process.env.PORT), '127.0.0.1')

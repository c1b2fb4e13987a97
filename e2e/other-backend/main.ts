/**
 * A second backend, written from section 7 of the specification alone. It shares no code with the server or the contract and
 * is different wherever the specification leaves room, so that the panel is shown to need nothing that only our server gives.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from './gallery-calls.ts'
import { createMemory } from './memory.ts'
import { parseForm } from './multipart.ts'
import { type Answer, allowOrigin, readBody, send, tokenOf } from './reply.ts'

const { PORT = '5000', PANEL_ORIGIN = '', ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env
const memory = createMemory(ADMIN_USERNAME, ADMIN_PASSWORD)

const server = createServer(async (request, response) => {
  allowOrigin(response, PANEL_ORIGIN)
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  try {
    send(response, await answer(request))
  } catch {
    send(response, { status: 400, body: { success: false, message: 'Bad request' } })
  }
})
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

async function answer(request: IncomingMessage): Promise<Answer> {
  const path = new URL(request.url ?? '/', 'http://backend').pathname
  if (!path.startsWith('/api/')) return media(path.slice(1))
  const [resource = '', ...rest] = path.slice('/api/'.length).split('/').filter(Boolean).map(decodeURIComponent)
  const call = `${request.method} /${[resource, ...rest].join('/')}`
  if (call === 'POST /admin/login') return login(JSON.parse((await readBody(request)).toString()))

  const token = tokenOf(request)
  const admin = memory.admins.find(({ _id }) => _id === memory.tokens.get(token))
  if (!admin) return { status: 401, body: { success: false, message: 'Not authorised, please log in' } }
  const { password: _, ...shown } = admin
  switch (call) {
    case 'GET /admin/me':
      return { body: shown }
    case 'POST /admin/logout':
      memory.tokens.delete(token)
      return { headers: { 'set-cookie': 'adminToken=; Path=/; HttpOnly; Max-Age=0' }, body: { message: 'Bye' } }
    case 'GET /admin':
      return { body: { success: true, count: memory.admins.length, data: memory.admins.map(withoutPassword) } }
    case 'GET /donate/successful':
      return { body: { success: true, data: memory.donations } }
    case 'GET /event':
      return { body: { success: true, data: memory.events } }
    default:
      return resource === 'galleryphoto' ? gallery(request, rest) : notFound()
  }
}

/** A wrong password is 200 with a flag: some backends do so, and the specification names no status. */
function login({ username, password }: { username?: string; password?: string }): Answer {
  const admin = memory.admins.find((known) => known.username === username && known.password === password)
  if (!admin) return { body: { success: false, message: 'Wrong username or password, please check both' } }
  const token = randomUUID()
  memory.tokens.set(token, admin._id)
  return {
    headers: { 'set-cookie': `adminToken=${token}; Path=/; HttpOnly; SameSite=Lax` },
    body: { token, message: 'Welcome' },
  }
}

async function gallery(request: IncomingMessage, [section = '', id = '']: string[]): Promise<Answer> {
  const form = async () => parseForm(request.headers['content-type'] ?? '', await readBody(request))
  if (request.method === 'GET') return listPhotos(memory, section)
  if (request.method === 'POST' && section === 'addPhoto') return addPhotos(memory, await form())
  if (request.method === 'PUT') return updatePhoto(memory, section, id, await form())
  if (request.method === 'DELETE') return deletePhoto(memory, section, id)
  return notFound()
}

function media(path: string): Answer {
  const file = memory.uploads.get(path)
  return file ? { headers: { 'content-type': file.type }, body: file.bytes } : notFound()
}

function withoutPassword({ password: _, ...admin }: (typeof memory.admins)[number]) {
  return admin
}

function notFound(): Answer {
  return { status: 404, body: { success: false, message: 'Not found' } }
}

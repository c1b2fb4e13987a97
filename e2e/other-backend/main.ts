/**
 * A second backend, written from section 7 of the specification alone. It shares no code with our
 * server or the contract. It differs from our server wherever the specification allows, to prove
 * that the panel does not depend on our server.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { addAdmin, deleteAdmin, listAdmins, publicAdmin, updateAdmin, updatePassword } from './admin-calls.ts'
import { deleteDonation, listDonations, listSuccessful, receipt } from './donation-calls.ts'
import { addEvent, deleteEvent, updateEvent } from './event-calls.ts'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from './gallery-calls.ts'
import { media } from './media.ts'
import { type Admin, createMemory } from './memory.ts'
import { deleteMessage, listMessages } from './message-calls.ts'
import { type FormBody, parseUpload, UnexpectedField } from './multipart.ts'
import { type Answer, allowOrigin, readBody, send, tokenOf } from './reply.ts'
import {
  adminOf,
  deleteSession,
  listSessions,
  openSession,
  revokeOtherSessions,
  revokeSession,
} from './session-calls.ts'
import { addVideo, deleteVideo, updateVideo } from './video-calls.ts'

const { PORT = '5000', PANEL_ORIGIN = '', ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env
const memory = createMemory(ADMIN_USERNAME, ADMIN_PASSWORD)

const server = createServer(async (request, response) => {
  allowOrigin(response, PANEL_ORIGIN)
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  try {
    send(response, await respond(request))
  } catch (error) {
    if (error instanceof UnexpectedField) send(response, { status: 500, body: { message: 'Unexpected field' } })
    else send(response, { status: 400, body: { success: false, message: 'Bad request' } })
  }
})
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

async function respond(request: IncomingMessage): Promise<Answer> {
  const path = new URL(request.url ?? '/', 'http://backend').pathname
  if (!path.startsWith('/api/')) return media(memory, decodeURIComponent(path.slice(1)), request)
  const [resource = '', ...rest] = path.slice('/api/'.length).split('/').filter(Boolean).map(decodeURIComponent)
  const call = `${request.method} /${[resource, ...rest].join('/')}`
  if (call === 'POST /admin/login') return login(request, await json(request))

  const token = tokenOf(request)
  const admin = adminOf(memory, token)
  if (!admin) return { status: 401, body: { success: false, message: 'Not authorised, please log in' } }
  if (resource === 'admin') return account(request, call, rest, { admin, token })
  switch (call) {
    case 'GET /donate/successful':
      return listSuccessful(memory)
    case 'GET /donate':
      return listDonations(memory)
    case 'GET /message/getMessage':
      return listMessages(memory)
    case 'GET /event':
      return { body: { success: true, data: memory.events } }
    case 'GET /homevideo/getvideo':
      return { body: { data: memory.videos } }
    case 'POST /event/addevent':
      return addEvent(memory, await upload(request, 'image'))
    case 'POST /homevideo/addvideo':
      return addVideo(memory, await upload(request, 'video'))
    case 'PUT /homevideo/updatevideo':
      return updateVideo(memory, await upload(request, 'video'))
    default:
      return one(request, resource, rest)
  }
}

/** The calls with a record or gallery in their path. */
async function one(request: IncomingMessage, resource: string, rest: string[]): Promise<Answer> {
  const [first = '', second = ''] = rest
  switch (`${request.method} ${resource}`) {
    case 'PUT event':
      return updateEvent(memory, first, await upload(request, 'image'))
    case 'DELETE event':
      return deleteEvent(memory, first)
    case 'DELETE homevideo':
      return deleteVideo(memory, second)
    case 'DELETE donate':
      return deleteDonation(memory, first)
    case 'POST donate':
      return first === 'receipt' ? receipt(memory, second) : notFound()
    case 'DELETE message':
      return deleteMessage(memory, second)
    default:
      return resource === 'galleryphoto' ? gallery(request, first, second) : notFound()
  }
}

async function upload(request: IncomingMessage, fileField: string, limit?: number): Promise<FormBody> {
  return parseUpload(request.headers['content-type'] ?? '', await readBody(request), fileField, limit)
}

/** The calls about accounts and sessions. */
async function account(
  request: IncomingMessage,
  call: string,
  [first = '', second = '', third = '']: string[],
  { admin, token }: { admin: Admin; token: string },
): Promise<Answer> {
  switch (call) {
    case 'GET /admin/me':
      return { body: publicAdmin(admin) }
    case 'POST /admin/logout':
      memory.sessions.delete(token)
      return { headers: { 'set-cookie': 'adminToken=; Path=/; HttpOnly; Max-Age=0' }, body: { message: 'Bye' } }
    case 'GET /admin':
      return listAdmins(memory)
    case 'POST /admin/addadmin':
      return addAdmin(memory, await json(request))
    case 'PUT /admin/update-password':
      return updatePassword(memory, admin, token, await json(request))
    case 'GET /admin/sessions':
      return listSessions(memory, admin)
    case 'POST /admin/sessions/revoke-others':
      return revokeOtherSessions(memory, admin, token)
    default:
  }
  if (first === 'sessions' && request.method === 'DELETE') return deleteSession(memory, admin, second)
  if (first === 'sessions' && third === 'revoke') return revokeSession(memory, admin, second)
  if (request.method === 'PUT') return updateAdmin(memory, first, await json(request))
  if (request.method === 'DELETE') return deleteAdmin(memory, first)
  return notFound()
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  return JSON.parse((await readBody(request)).toString()) as Record<string, unknown>
}

/**
 * A wrong password returns 200 with `success: false`, since the specification names no status.
 */
function login(request: IncomingMessage, { username, password }: Record<string, unknown>): Answer {
  const admin = memory.admins.find((one) => one.username === username && one.password === password)
  if (!admin) return { body: { success: false, message: 'Wrong username or password, please check both' } }
  const token = openSession(memory, admin, request)
  return {
    headers: { 'set-cookie': `adminToken=${token}; Path=/; HttpOnly; SameSite=Lax` },
    body: { token, message: 'Welcome' },
  }
}

async function gallery(request: IncomingMessage, section: string, id: string): Promise<Answer> {
  if (request.method === 'GET') return listPhotos(memory, section)
  if (request.method === 'POST' && section === 'addPhoto') return addPhotos(memory, await upload(request, 'images', 20))
  if (request.method === 'PUT') return updatePhoto(memory, section, id, await upload(request, 'image'))
  if (request.method === 'DELETE') return deletePhoto(memory, section, id)
  return notFound()
}

function notFound(): Answer {
  return { status: 404, body: { success: false, message: 'Not found' } }
}

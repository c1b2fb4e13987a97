// Loads a server over kept-alive connections, in a process of its own:
// node rate-client.ts <url> <token> <connections> <ms>. Prints the call rate and its share of a core.
// Bare sockets cost least. Of each response only status and length are checked: those of the first.
import { connect, type Socket } from 'node:net'

const [address = '', token = '', connections = '', ms = ''] = process.argv.slice(2)
const { hostname, port, pathname, search } = new URL(address)
const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${authorization}\r\n`

const STATUS = Buffer.from('HTTP/1.1 200 ')
/** Also ends the wait for the rest of a response that is shorter than the first. */
const LIMIT_MS = 1000

const length = await lengthOfResponse()
const sockets = await Promise.all(Array.from({ length: Number(connections) }, open))
const before = process.cpuUsage()
const begun = performance.now()
let done = 0
for (const socket of sockets) sendRepeatedly(socket)
await new Promise((resolve) => setTimeout(resolve, Number(ms)))
const seconds = (performance.now() - begun) / 1000
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ rate: done / seconds, busy: (user + system) / 1e6 / seconds }))
process.exit()

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.setNoDelay(true).on('error', reject)
  })
}

async function lengthOfResponse(): Promise<number> {
  const socket = await open()
  socket.write(request)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk.toString('latin1'))
    const head = text.indexOf('\r\n\r\n') + 4
    const body = Number(/^content-length: (\d+)/im.exec(text)?.[1])
    if (head < 4 || text.length < head + body) continue
    if (!text.startsWith(String(STATUS))) break
    return head + body
  }
  throw new Error(`The call did not return 200 with a length: ${text.slice(0, 300)}`)
}

function sendRepeatedly(socket: Socket): void {
  let received = 0
  const fail = (message: string) => () => {
    throw new Error(message)
  }
  socket.on('error', fail('A connection failed.')).on('close', fail('The server closed a connection.'))
  socket.setTimeout(LIMIT_MS, fail('A response was shorter than the first, or took longer than a second.'))
  socket.on('data', (chunk: Buffer) => {
    if (received === 0 && !chunk.subarray(0, STATUS.length).equals(STATUS))
      throw new Error('A call did not return 200.')
    received += chunk.length
    if (received < length) return
    if (received > length) throw new Error('A response was longer than the first.')
    received = 0
    done += 1
    socket.write(request)
  })
  socket.write(request)
}

// Loads a server over kept-alive connections, in a process of its own:
// node rate-client.ts <url> <token> <connections> <ms>. Prints the call rate and its share of a core.
// Reads no response but the first: all others must have its length, and bare sockets cost least.
import { connect, type Socket } from 'node:net'

const [address = '', token = '', connections = '', ms = ''] = process.argv.slice(2)
const { hostname, port, pathname, search } = new URL(address)
const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${authorization}\r\n`

const length = await lengthOfResponse()
const sockets = await Promise.all(Array.from({ length: Number(connections) }, open))
const before = process.cpuUsage()
const begun = performance.now()
let done = 0
for (const socket of sockets) callAgainAndAgain(socket)
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
    if (!text.startsWith('HTTP/1.1 200 ')) break
    return head + body
  }
  throw new Error(`The call did not return 200 with a length: ${text.slice(0, 300)}`)
}

function callAgainAndAgain(socket: Socket): void {
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    if (received < length) return
    if (received > length) throw new Error('A response was longer than the first.')
    received = 0
    done += 1
    socket.write(request)
  })
  socket.write(request)
}

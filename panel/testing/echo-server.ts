import type { Plugin } from 'vite'

/**
 * A tiny HTTP server inside the test page's own: `/echo/…` answers what it was sent, and `/reply/<status>/<base64url body>/…`
 * answers exactly that, so that a test can see how the panel takes any answer a backend may give.
 */
export const echoServer: Plugin = {
  name: 'echo-server',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const url = request.originalUrl ?? ''
      if (url.startsWith('/echo/')) {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const body = Buffer.concat(chunks).toString()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ success: true, method: request.method, url, headers: request.headers, body }))
        return
      }
      const [, kind, status, body] = url.split('/')
      if (kind === 'reply') {
        request.resume()
        response.statusCode = Number(status)
        response.setHeader('content-type', 'text/plain')
        response.end(Buffer.from(body ?? '', 'base64url'))
        return
      }
      if (kind === 'hang') return
      next()
    })
  },
}

import { freePort } from '../../scripts/free-port.ts'
import { moneyOf, paiseOf, phoneOf, type RawDonation, sorted, textOf } from './donation-figures.ts'
import { startProgram } from './program.ts'
import { serveStaticPanel } from './static-panel.ts'
import { CREDENTIALS, cookieOf, type TestServer } from './test-server.ts'

/** Starts e2e/other-backend on one port, and the built panel on a static web server. */
export async function startOtherBackend(): Promise<TestServer> {
  const panelPort = await freePort()
  const panelUrl = `http://127.0.0.1:${panelPort}`
  const port = await freePort()
  const apiUrl = `http://127.0.0.1:${port}`
  const panel = await serveStaticPanel(panelPort, { apiHost: `${apiUrl}/api/`, trustName: 'Other Trust' })
  const start = () =>
    startProgram(
      'e2e/other-backend/main.ts',
      {
        PORT: `${port}`,
        PANEL_ORIGIN: panelUrl,
        ADMIN_USERNAME: CREDENTIALS.username,
        ADMIN_PASSWORD: CREDENTIALS.password,
      },
      apiUrl,
    )
  let program = await start()
  let isUsed = false
  const ask = async <Row>(path: string): Promise<Row[]> => {
    const response = await fetch(`${apiUrl}/api${path}`, { headers: { cookie: await cookieOf(apiUrl) } })
    const { data } = (await response.json()) as { data: Row[] }
    return data
  }
  return {
    panelUrl,
    apiUrl,
    ...CREDENTIALS,
    traits: {
      namesFields: false,
      passwordUpdated: 'Your password is new now',
      hasDonors: false,
      hasCashBook: false,
      extraEntries: { editor: [], superadmin: [] },
    },
    // The backend stores everything in memory, so a restart resets it.
    reset: async () => {
      if (isUsed) {
        await program.stop()
        program = await start()
      }
      isUsed = true
    },
    addAdmin: async (username, sections) => {
      const { password } = CREDENTIALS
      const response = await fetch(`${apiUrl}/api/admin/addadmin`, {
        method: 'POST',
        headers: { cookie: await cookieOf(apiUrl), 'content-type': 'application/json' },
        body: JSON.stringify({ username, email: `${username}@seva.example`, password, role: 'admin', sections }),
      })
      if (!response.ok) throw new Error(`Admin not added: ${response.status} ${await response.text()}`)
    },
    figures: async () => {
      const donations = await ask<RawDonation>('/donate/successful')
      const admins = await ask<{ role: string }>('/admin')
      return {
        total: donations.reduce((sum, { amount }) => sum + (paiseOf(amount) ?? 0), 0),
        events: (await ask('/event')).length,
        admins: admins.filter(({ role }) => role === 'admin').length,
        recent: sorted(donations)
          .slice(0, 5)
          .map((donation) => ({
            money: moneyOf(donation),
            name: textOf(donation.donorName) || null,
            email: textOf(donation.donorEmail) || null,
            phone: phoneOf(donation.donorPhone) || null,
          })),
      }
    },
    donations: () => ask('/donate'),
    messages: () => ask('/message/getMessage'),
    manyDonations: async () => Date.parse('2026-04-01T06:00:00.000Z'),
    someMessages: async () => undefined, // the backend starts with messages
    photoPaths: async (section) => {
      const photos = await ask<{ imageUrl: string }>(`/galleryphoto/${section}`)
      return photos.map(({ imageUrl }) => imageUrl)
    },
    videoPaths: async () => {
      const videos = await ask<{ videoUrl: string }>('/homevideo/getvideo')
      return videos.map(({ videoUrl }) => videoUrl)
    },
    eventPaths: async () => {
      const events = await ask<{ image?: string; imageUrl?: string }>('/event')
      return events.flatMap(({ image, imageUrl }) => imageUrl ?? image ?? [])
    },
    hasFile: async (path) => (await fetch(`${apiUrl}/${path}`)).ok,
    stop: async () => {
      await panel.stop()
      await program.stop()
    },
  }
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'
import type { TrashItem } from '@sevadesk/contract/records/trash-schemas.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { buildAdmin, buildDonor } from './factories.ts'
import { sampleImage } from './files/sample-images.ts'
import { sampleVideo } from './files/sample-videos.ts'
import type { FormPart } from './requests/forms.ts'
import type { TestApp, TestSession } from './test-app.ts'

interface KindSteps {
  add(): Promise<{ _id: string }>
  /** Deletes records below this path. */
  path: string
  /** Lists records. */
  list: string
}

/** Calls of one server with the trash, by default as `manager`, a superadmin. */
export async function trashCalls(here: TestApp) {
  const manager = await here.signIn('superadmin')
  const donor = await buildDonor(here.db, { name: 'Asha' })

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, who: TestSession = manager, payload: object = {}) =>
    who.call(method, path, method === 'POST' ? payload : undefined)
  const list = async (who: TestSession = manager, query = ''): Promise<TrashItem[]> =>
    (await call('GET', `/trash?limit=100${query}`, who)).json().data
  const restore = (kind: string, id: string, who: TestSession = manager, payload = {}) =>
    call('POST', `/trash/${kind}/${id}/restore`, who, payload)
  const erase = (kind: string, id: string, who: TestSession = manager) =>
    call('POST', '/trash/delete', who, { items: [{ kind, _id: id }] })

  const send = async (path: string, ...parts: FormPart[]) => (await manager.form('POST', path, parts)).json().data

  /** Waits until the photo has its smaller version of 400 px. */
  async function addPhoto(section = 'School') {
    const file = { field: 'images', name: 'cow.jpg', bytes: await sampleImage('jpeg', 500) }
    const [photo] = await send('/galleryphoto/addPhoto', ['title', 'Evening feed'], ['sectionName', section], file)
    await here.jobs.idle()
    return photo
  }

  const steps: Record<ErasableKind, KindSteps> = {
    photo: { add: () => addPhoto(), path: '/galleryphoto/School', list: '/galleryphoto/School' },
    'home-video': {
      add: async () =>
        send('/homevideo/addvideo', ['title', 'Aarti'], {
          field: 'video',
          name: 'a.mp4',
          bytes: await sampleVideo('index-first.mp4'),
        }),
      path: '/homevideo/deletevideo',
      list: '/homevideo/getvideo',
    },
    event: {
      add: async () =>
        send('/event/addevent', ['title', 'Mela'], { field: 'image', name: 'm.png', bytes: await sampleImage('png') }),
      path: '/event',
      list: '/event',
    },
    message: {
      add: async () => {
        const payload = { name: 'Ramesh', email: 'r@example.org', subject: 'A visit', message: 'When are you open?' }
        await here.post('/message/addMessage', payload)
        return (await call('GET', '/message/getMessage')).json().data[0]
      },
      path: '/message/deleteMessage',
      list: '/message/getMessage',
    },
    admin: {
      add: async () => ({ _id: (await buildAdmin(here.db, { sections: ['Events'] })).id }),
      path: '/admin',
      list: '/admin',
    },
    certificate: {
      add: async () =>
        send(`/donors/${donor.id}/certificates`, ['year', '2025-26'], ['number', 'N1'], {
          field: 'file',
          name: 'c.pdf',
          bytes: examplePdf([]),
        }),
      path: '/donors/certificates',
      list: `/donors/${donor.id}/certificates`,
    },
  }

  /** Removes all content and the trash, with their files. */
  async function clear(): Promise<void> {
    const tables = ['trash', 'photos', 'events', 'home_videos', 'messages', 'donor_certificates', 'pictures'] as const
    for (const table of tables) await here.db.deleteFrom(table).execute()
    await here.db.deleteFrom('admins').where('id', '!=', manager.admin.id).execute()
    const folder = join(here.config.dataDir, 'media')
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  }

  /** Adds a record and moves it to the trash. Returns its id. */
  async function trash(kind: ErasableKind): Promise<string> {
    const { _id } = await steps[kind].add()
    await call('DELETE', `${steps[kind].path}/${_id}`)
    return _id
  }

  /** Of the record in whose history the entries are. */
  const historyIdOf = (kind: ErasableKind, id: string) => (kind === 'certificate' ? donor.id : id)

  return { manager, historyIdOf, call, list, restore, erase, addPhoto, steps, clear, trash }
}

export type TrashCalls = Awaited<ReturnType<typeof trashCalls>>

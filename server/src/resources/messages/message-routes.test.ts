import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallHeaders, newServerEachTest } from '../../testing/test-app.ts'
import { addMessage } from './message-service.ts'

const SITE = 'https://www.example.org'
const LETTER = { name: 'Asha Rao', email: 'asha@example.org', subject: 'Birthday', message: 'Thank you.' }

anyDatabase((engine) => {
  const server = newServerEachTest({
    engine,
    env: { SITE_ORIGINS: SITE, PUBLIC_CALLS_PER_HOUR: '3', MESSAGES_PER_DAY: '5', TRUSTED_PROXIES: '10.0.0.1' },
  })

  const send = (payload: object, headers: CallHeaders = {}) =>
    server.post('/message/addMessage', payload, { ip: '192.0.2.1', ...headers })
  /** Adds a message by the service and returns what it logs. */
  const warningsOf = async (message: object, ip: string) => {
    const warnings: [object, string][] = []
    const log = { warn: (details: object, text: string) => void warnings.push([details, text]) }
    await addMessage({ ...server, log, recordIdempotencyKey: async () => {} }, { ...LETTER, ...message }, ip)
    return warnings
  }
  const rows = () => server.db.selectFrom('messages').selectAll().execute()
  const list = async () => (await (await server.signIn(['Message'])).get('/message/getMessage')).json()

  describe('the contact form', () => {
    test('stores a message from the public site as plain text', async () => {
      const answer = await send(
        { ...LETTER, message: '<script>alert(1)</script>\r\nनमस्ते &amp; <b>धन्यवाद</b>' },
        { origin: SITE },
      )
      expect(answer.json()).toEqual({ success: true, message: 'Message sent successfully' })
      expect(answer.headers['access-control-allow-origin']).toBe(SITE)
      await send({ name: 'Ｒａｖｉ', email: 'ravi@example.org', message: 'Second' })
      expect(await list()).toEqual({
        success: true,
        message: expect.any(String),
        data: [
          {
            _id: expect.any(String),
            ...{ name: 'Ravi', email: 'ravi@example.org', subject: '', message: 'Second' },
            createdAt: expect.any(String),
          },
          {
            ...LETTER,
            _id: expect.any(String),
            message: '<script>alert(1)</script>\nनमस्ते &amp; <b>धन्यवाद</b>',
            createdAt: expect.stringMatching(/Z$/),
          },
        ],
      })
    })

    test('removes invisible and null characters', async () => {
      await send({
        name: ' A\u0000sha\r\nRao\u202e ',
        email: ' asha＠example.org\u0007\u200b',
        subject: 'a\tb\u00ad',
        message: '\u0000one\u0001\n\ttwo\u200b \ud800 ',
      })
      expect(await rows()).toMatchObject([
        { name: 'Asha Rao', email: 'asha@example.org', subject: 'a b\u00ad', message: 'one\n two\u200b \ufffd' },
      ])
    })

    test.each([
      [{ ...LETTER, name: ' \u200b\u3164 ' }, 'Please enter your name.', 'name'],
      [{ ...LETTER, message: '\n\u0000\t' }, 'Please enter a message.', 'message'],
      [{ ...LETTER, email: 'asha at example' }, 'Please enter an e-mail address where we can reply.', 'email'],
      [
        { ...LETTER, email: 'asha@example.org,b@example.org' },
        'Please enter an e-mail address where we can reply.',
        'email',
      ],
      [{ ...LETTER, message: undefined }, 'Message is required.', 'message'],
      [{ ...LETTER, message: 'x'.repeat(10_001) }, 'Message can have at most 10000 characters.', 'message'],
      [{ ...LETTER, name: { $gt: '' } }, 'Name must be text.', 'name'],
    ])('refuses %j: %s', async (message, sentence, field) => {
      const answer = await send(message)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({
        success: false,
        code: 'bad_request',
        message: sentence,
        fields: { [field]: sentence },
      })
      expect(await rows()).toEqual([])
    })

    test('answers a filled honeypot like a success and stores nothing', async () => {
      const answer = await send({ ...LETTER, extraNote: 'https://spam.example' })
      expect(answer.json()).toEqual({ success: true, message: 'Message sent successfully' })
      expect(await rows()).toEqual([])
      expect(await server.db.selectFrom('rate_limit_attempts').selectAll().execute()).toEqual([])
      expect(await warningsOf({ extraNote: 'spam' }, '192.0.2.1')).toEqual([
        [{ kind: 'message', ip: '192.0.2.1' }, 'ignored a form with a filled honeypot'],
      ])
      for (const extraNote of ['', null]) expect((await send({ ...LETTER, extraNote })).statusCode).toBe(200)
      expect(await rows()).toHaveLength(2)
    })

    test('refuses in Hindi and does not count refused messages towards the limit', async () => {
      for (let n = 0; n < 5; n += 1) {
        const answer = await send({ ...LETTER, name: ' ', message: ' ' }, { 'accept-language': 'hi' })
        expect(answer.json().message).toBe('अपना नाम लिखें। अपना संदेश लिखें।')
      }
      expect((await send(LETTER)).statusCode).toBe(200)
    })
  })

  test('lists one page with the total, the nearest page, or the whole list', async () => {
    const sent = Array.from({ length: 12 }, (_, n) => ({
      ...LETTER,
      id: `${n}`.padStart(24, '0'),
      subject: `${n}`,
      created_at: `2026-03-01T06:00:${n < 2 ? '01' : String(n).padStart(2, '0')}.000Z`,
    }))
    await server.db.insertInto('messages').values(sent).execute()
    const reader = await server.signIn(['Message'])
    const pageOf = async (query: string) => {
      const answer = await reader.get(`/message/getMessage${query}`)
      const { data, message: _text, ...info } = answer.json()
      return { ...info, subjects: data?.map(({ subject }: { subject: string }) => subject).join(' ') }
    }
    const info = { success: true, total: 12, isCapped: false }
    expect(await pageOf('?page=1&limit=5')).toEqual({ ...info, page: 1, subjects: '11 10 9 8 7' })
    expect(await pageOf('?page=3&limit=5')).toEqual({ ...info, page: 3, subjects: '1 0' })
    expect(await pageOf('?page=99999999999999999999&limit=5')).toEqual({ ...info, page: 3, subjects: '1 0' })
    expect(await pageOf('?page=2')).toEqual({ ...info, page: 2, subjects: '1 0' })
    expect(await pageOf('')).toEqual({ success: true, subjects: '11 10 9 8 7 6 5 4 3 2 1 0' })
    for (const wrong of ['?page=0', '?limit=101', '?page=x', '?page=1&page=2']) {
      expect(await pageOf(wrong)).toMatchObject({ success: false, code: 'bad_request' })
    }
    await server.db.deleteFrom('messages').execute()
    expect(await pageOf('?page=2')).toEqual({ ...info, total: 0, page: 1, subjects: '' })
  })

  describe('the rate limit', () => {
    const passTime = async (ms: number) => {
      const rows = await server.db.selectFrom('rate_limit_attempts').selectAll().execute()
      for (const { attempt_id, key, expires_at } of rows) {
        const earlier = new Date(Date.parse(expires_at) - ms).toISOString()
        await server.db
          .updateTable('rate_limit_attempts')
          .set({ expires_at: earlier })
          .where('attempt_id', '=', attempt_id)
          .where('key', '=', key)
          .execute()
      }
    }

    test('returns 429 to one address until an hour has passed', async () => {
      for (let n = 0; n < 3; n += 1) expect((await send(LETTER)).statusCode).toBe(200)
      const refusal = await send(LETTER)
      expect(refusal.statusCode).toBe(429)
      expect(refusal.json().message).toBe(
        'Too many requests came from your internet connection. Please try again in 60 minutes.',
      )
      const seconds = Number(refusal.headers['retry-after'])
      expect(seconds).toBeGreaterThan(3500)
      expect(seconds).toBeLessThanOrEqual(3600)
      expect((await send(LETTER, { ip: '192.0.2.2' })).statusCode).toBe(200)
      await passTime(3_600_000)
      expect((await send(LETTER)).statusCode).toBe(200)
      expect(await rows()).toHaveLength(5)
    })

    test('returns 429 to one address above its messages of a day, and keeps no row longer', async () => {
      const sendFive = async () => {
        for (let n = 0; n < 5; n += 1) {
          expect((await send(LETTER)).statusCode).toBe(200)
          if (n % 3 === 2) await passTime(3_600_000)
        }
      }
      await sendFive()
      await passTime(3_600_000)
      const refusal = await send(LETTER, { 'accept-language': 'hi' })
      expect(refusal.statusCode).toBe(429)
      expect(refusal.json().message).toBe('आपके इंटरनेट कनेक्शन से बहुत बार भेजा गया है। 22 घंटे बाद फिर से कोशिश करें।')
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(21 * 3600)
      expect((await send(LETTER, { ip: '192.0.2.2' })).statusCode).toBe(200)
      await passTime(22 * 3_600_000)
      await sendFive()
      await passTime(24 * 3_600_000)
      await send(LETTER)
      expect(await server.db.selectFrom('rate_limit_attempts').selectAll().execute()).toHaveLength(4)
    })

    test('holds for concurrent messages', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(LETTER)))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(17)
      expect(await rows()).toHaveLength(3)
    })

    test('cannot be evaded by X-Forwarded-For or by IPv6 addresses of one network', async () => {
      const from = (ip: string, forwarded: string) => send(LETTER, { ip, 'x-forwarded-for': forwarded })
      for (let n = 0; n < 3; n += 1) await from('192.0.2.1', `198.51.100.${n}`)
      expect((await from('192.0.2.1', '198.51.100.9')).statusCode).toBe(429)
      expect((await from('10.0.0.1', '198.51.100.9')).statusCode).toBe(200)
      for (let n = 1; n <= 3; n += 1) await send(LETTER, { ip: `2001:db8:1:2::${n}` })
      expect((await send(LETTER, { ip: '2001:db8:1:2:3::1' })).statusCode).toBe(429)
    })
  })

  describe('deleting', () => {
    const remove = async (id: string, who: readonly string[] = ['Message']) => {
      const session = await server.signIn(who)
      return { answer: await session.delete(`/message/deleteMessage/${id}`), admin: session.admin }
    }

    test('deletes the message and records it without its text', async () => {
      await send({ ...LETTER, message: 'A secret' })
      const [{ id } = { id: '' }] = await rows()
      const { answer, admin } = await remove(id)
      expect(answer.json()).toEqual({ success: true, message: 'The message has been deleted.' })
      expect(await rows()).toEqual([])
      expect(await historyOf(server.db)).toEqual([
        {
          at: expect.stringMatching(/Z$/),
          actorId: admin.id,
          username: admin.username,
          ip: '127.0.0.1',
          userAgent: 'lightMyRequest',
          action: 'message.deleted',
        },
      ])
      const again = await remove(id)
      expect(again.answer.statusCode).toBe(404)
      expect(again.answer.json().message).toBe('There is no such message.')
      expect(await historyOf(server.db)).toHaveLength(1)
    })

    test('succeeds once for three concurrent calls', async () => {
      await send(LETTER)
      const [{ id } = { id: '' }] = await rows()
      const answers = await Promise.all([remove(id), remove(id), remove(id)])
      expect(answers.map(({ answer }) => answer.statusCode).sort()).toEqual([200, 404, 404])
      expect(await historyOf(server.db)).toHaveLength(1)
    })

    test.each(['x', "' or 1=1", '%00', '%E0%A4%A8', 'a'.repeat(100)])('returns 404 for the id %s', async (id) => {
      expect((await remove(id)).answer.statusCode).toBe(404)
    })

    test('deletes nothing if the history fails', async () => {
      await send(LETTER)
      const [{ id } = { id: '' }] = await rows()
      await server.db.schema.alterTable('history').renameTo('history_away').execute()
      expect((await remove(id)).answer.statusCode).toBe(500)
      expect(await rows()).toHaveLength(1)
    })
  })
})

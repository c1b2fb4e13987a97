import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { findVersion, insertVersion, listVersions } from './settings-store.ts'
import { importTrustFile, openTrust, recordFirstSettings, saveFirstVersion } from './trust-source-service.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

eachDatabase((engine) => {
  const here = newServerEachTest({ engine })

  const fileOf = () => join(here.config.dataDir, 'trust.json')
  /** As a start of another server with the same settings. */
  async function start() {
    await importTrustFile(here.config, here.db)
    const trust = await openTrust(here.config, here.db)
    await recordFirstSettings(here.db, here.history, trust)
    return trust
  }
  const nameNow = async (source = here.trust) => (await source.inForce(here.db)).details.name

  test('reads the file once as version 1, with its pictures, and records it', async () => {
    await writeFile(join(here.config.dataDir, 'logo.svg'), SVG)
    await writeFile(fileOf(), '\uFEFF{ "name": "Ours ", "phone": null, "logo": "logo.svg" }')
    expect(await nameNow(await start())).toBe('Ours')
    const { content = '', saved_by } = (await findVersion(here.db, 1)) ?? {}
    const logo = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`
    expect([JSON.parse(content), saved_by]).toEqual([{ name: 'Ours', logo, receipts: { language: 'en' } }, null])
    expect((await historyOf(here.db)).map(({ action }) => action)).toEqual(['settings.recorded'])
    expect(await listVersions(here.db)).toMatchObject([{ version: 1 }])
  })

  test('afterwards the settings rule: a changed, broken or missing file changes nothing', async () => {
    await writeFile(fileOf(), '{ "name": "Ours" }')
    await start()
    for (const text of ['{ "name": "Theirs" }', '{ "name": ']) {
      await writeFile(fileOf(), text)
      expect(await nameNow(await start())).toBe('Ours')
    }
    await rm(fileOf())
    expect(await nameNow(await start())).toBe('Ours')
    expect(await listVersions(here.db)).toHaveLength(1)
  })

  test('records the file at the next start if the first one stopped after it had read it', async () => {
    await writeFile(fileOf(), '{ "name": "Ours" }')
    await importTrustFile(here.config, here.db)
    expect(await historyOf(here.db)).toEqual([])
    for (const _start of [1, 2]) {
      await start()
      expect((await historyOf(here.db)).map(({ action }) => action)).toEqual(['settings.recorded'])
    }
  })

  test('stops at a wrong file while no version is saved', async () => {
    await writeFile(fileOf(), '{ "name": "x", "pan": "none" }')
    await expect(start()).rejects.toThrow('(TRUST_FILE) are wrong at "pan": Must be like AAATS1234F.')
    expect(await listVersions(here.db)).toEqual([])
  })

  test('stays plain with TRUST_NAME without a file, and has no version', async () => {
    expect(await nameNow()).toBe('SevaDesk')
    const named = await openTrust({ trustName: 'Sunrise Seva Trust', language: 'hi' }, here.db)
    expect(named.lastKnown).toMatchObject({ language: 'hi', details: { name: 'Sunrise Seva Trust' }, wordings: [] })
    const unprintable = openTrust({ trustName: '中文', language: 'hi' }, here.db)
    await expect(unprintable).rejects.toThrow('TRUST_NAME has characters that receipts cannot print: 中 文')
    expect(await listVersions(here.db)).toEqual([])
  })

  test('keeps the settings of the file when sample data is added', async () => {
    await writeFile(fileOf(), '{ "name": "Ours" }')
    await start()
    await saveFirstVersion(here.db, { name: 'Sample' })
    expect(await nameNow()).toBe('Ours')
  })

  test('every server follows a version that another one saved', async () => {
    const other = await start()
    const saved = { saved_at: '', saved_by: 'मीरा', saved_by_id: 'a' }
    for (const [version, name] of [
      ['1', 'One'],
      ['2', 'Two'],
    ] as const) {
      await insertVersion(here.db, { version: Number(version), content: JSON.stringify({ name }), ...saved })
      expect([await nameNow(), await nameNow(other)]).toEqual([name, name])
    }
  })

  test('two servers that start at once read the file once', async () => {
    await writeFile(fileOf(), '{ "name": "Ours" }')
    const [one, two] = await Promise.all([start(), start()])
    expect([await nameNow(one), await nameNow(two)]).toEqual(['Ours', 'Ours'])
    expect(await listVersions(here.db)).toHaveLength(1)
  })
})

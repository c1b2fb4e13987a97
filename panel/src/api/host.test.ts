import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfigOf } from '../../testing/backend.ts'
import { apiUrl, fetchConfig, loadConfig, mediaUrl, readPanelConfig } from './host.ts'

const OWN = 'https://panel.example'

describe('readPanelConfig', () => {
  test.each([
    [undefined, OWN],
    ['', OWN],
    ['https://api.example', 'https://api.example'],
    ['https://api.example/', 'https://api.example'],
    ['https://api.example/api', 'https://api.example'],
    ['https://api.example/api/', 'https://api.example'],
    ['https://api.example/trust/api//', 'https://api.example/trust'],
    [' https://api.example:8443 ', 'https://api.example:8443'],
    ['/backend/', `${OWN}/backend`],
    ['api.example', OWN],
    ['javascript:alert(1)', OWN],
    ['ftp://api.example', OWN],
    ['https://', OWN],
    [42, OWN],
    [null, OWN],
  ])('reads the apiHost %j as %s', (apiHost, expected) => {
    expect(readPanelConfig({ apiHost }, OWN).apiHost).toBe(expected)
  })

  test('uses the API host for media unless a media host is set', () => {
    expect(readPanelConfig({ apiHost: 'https://api.example/api' }, OWN).mediaHost).toBe('https://api.example')
    expect(readPanelConfig({ mediaHost: 'https://media.example/' }, OWN).mediaHost).toBe('https://media.example')
  })

  test('trims texts and ignores invalid fields', () => {
    const read = readPanelConfig({ trustName: ' Seva ', logoUrl: 3, timeZone: 'Asia/Nowhere', language: '' }, OWN)
    expect(read).toEqual({ apiHost: OWN, mediaHost: OWN, trustName: 'Seva' })
    const names = readPanelConfig({ trustNames: { hi: ' सेवा ', en: 4, mr: 'सेवा' } }, OWN)
    expect(names).toEqual({ apiHost: OWN, mediaHost: OWN, trustNames: { hi: 'सेवा' } })
    expect(readPanelConfig({ timeZone: 'Europe/Rome' }, OWN).timeZone).toBe('Europe/Rome')
  })

  test.each([null, 'text', [], 7])('reads %j as an empty configuration', (raw) => {
    expect(readPanelConfig(raw, OWN)).toEqual({ apiHost: OWN, mediaHost: OWN })
  })
})

describe('fetchConfig', () => {
  test('treats a missing file, an HTML page and invalid JSON as an empty configuration', async () => {
    const empty = { apiHost: location.origin, mediaHost: location.origin }
    expect(await loadConfigOf('not here', 404)).toEqual(empty)
    expect(await loadConfigOf('<!doctype html><title>index</title>')).toEqual(empty)
    expect(await loadConfigOf('{"apiHost": ')).toEqual(empty)
  })

  test('throws on a timeout, a refused connection and a 503', async () => {
    await expect(fetchConfig('/hang/config.json', 50)).rejects.toThrow()
    await expect(fetchConfig('http://127.0.0.1:9/config.json')).rejects.toThrow()
    await expect(loadConfigOf('busy', 503)).rejects.toThrow()
  })

  test('applies the hosts to API calls and media', async () => {
    await loadConfigOf({ apiHost: 'https://api.example/api/', mediaHost: 'https://media.example/' })
    expect(apiUrl('/admin/me')).toBe('https://api.example/api/admin/me')
    expect(mediaUrl('uploads/cow.jpg')).toBe('https://media.example/uploads/cow.jpg')
  })
})

describe('loadConfig', () => {
  afterEach(() => document.getElementById('panel-config')?.remove())

  test('reads the settings that our server embeds in the page, without a request', async () => {
    const requests = vi.spyOn(window, 'fetch')
    const element = Object.assign(document.createElement('script'), {
      id: 'panel-config',
      type: 'application/json',
      text: '{"trustName":"Seva \\u003c/script> Trust","apiHost":"https://api.example"}',
    })
    document.head.append(element)
    expect(await loadConfig()).toMatchObject({ trustName: 'Seva </script> Trust', apiHost: 'https://api.example' })
    expect(requests).not.toHaveBeenCalled()
  })
})

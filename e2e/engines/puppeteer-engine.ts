import puppeteer, { type Browser, type ElementHandle } from 'puppeteer-core'
import { ELEMENT_TIMEOUT_MS, type Engine, type NamedHosts } from './engine.ts'

const isRoot = process.getuid?.() === 0

export function startChromium(executablePath: string, hosts?: NamedHosts): Promise<Engine> {
  const args = [
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(hosts ? [`--proxy-server=http://127.0.0.1:${hosts.proxyPort}`] : []),
  ]
  return engineOf(() => puppeteer.launch({ executablePath, args, ...shared(hosts) }))
}

/** Drives Firefox by WebDriver BiDi. */
export function startFirefox(executablePath: string, hosts?: NamedHosts): Promise<Engine> {
  const byProxy = {
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': hosts?.proxyPort ?? 0,
  }
  const extraPrefsFirefox = hosts ? byProxy : {}
  return engineOf(() => puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox, ...shared(hosts) }))
}

/** `LC_ALL`: without a UTF-8 locale a browser cannot open a file with a Hindi name. */
const shared = (hosts: NamedHosts | undefined) => ({
  headless: true,
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  acceptInsecureCerts: hosts !== undefined,
})

async function engineOf(launch: () => Promise<Browser>): Promise<Engine> {
  const browser = await launch()
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  const find = async (xpath: string, { visible = true, timeout = ELEMENT_TIMEOUT_MS } = {}) => {
    const element = await page.waitForSelector(`xpath/${xpath}`, { visible, timeout })
    if (!element) throw new Error(`There is no ${xpath}`)
    return element
  }
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    waitFor: async (xpath, timeout) => {
      await find(xpath, timeout === undefined ? {} : { timeout })
    },
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).type(text),
    chooseFile: async (xpath, path) => {
      const field = (await find(xpath, { visible: false })) as ElementHandle<HTMLInputElement>
      await field.uploadFile(path)
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

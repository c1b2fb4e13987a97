import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time of the thread, in µs. */
  tdur?: number
  args: { name?: string }
}

/**
 * Returns the most CPU time that one frame used on the main thread while `work` ran, in ms. Other
 * processes do not affect it.
 */
export async function busiestFrame(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['cc'] })
  await work()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const frames = traceEvents.flatMap((event) =>
    event.ph === 'X' && event.name === 'ProxyMain::BeginMainFrame' && mainThreads.has(threadOf(event))
      ? (event.tdur ?? 0)
      : [],
  )
  if (frames.length === 0) throw new Error('No frame was traced.')
  return Math.max(...frames) / 1000
}

import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Time that the thread itself ran, in microseconds. */
  tdur?: number
  args: { name?: string }
}

/**
 * The most that one frame kept the page's main thread busy while `work` ran, in milliseconds of that thread's own processor time: what
 * else the machine does at the same time is not in it.
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

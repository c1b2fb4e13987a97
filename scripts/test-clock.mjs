// Loaded by every Node process of `npm test` before all other code, by NODE_OPTIONS. Date begins on a
// Wednesday morning in India, so that no run crosses midnight or the end of a month, and runs on.
const RealDate = Date
const offset = Number(new URL(import.meta.url).searchParams.get('offset'))
const realNow = RealDate.now
const now = () => realNow() + offset

RealDate.now = now // a test may replace it
globalThis.Date = new Proxy(RealDate, {
  construct: (date, parts, caller) => Reflect.construct(date, parts.length === 0 ? [now()] : parts, caller),
})

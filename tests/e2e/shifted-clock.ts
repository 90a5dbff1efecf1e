import { ServerResponse } from 'node:http'

/**
 * Preloaded into a server: its clock runs as the machine's does, so many milliseconds away, and
 * whoever started it can move it on and hears when it is done.
 */
const RealDate = Date
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const now = (): number => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  apply: (target) => new target(now()).toString(),
  get: (target, key, receiver) =>
    key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown),
})

// Node writes this header by a clock of its own, and portals set theirs by it.
const writeHead = ServerResponse.prototype.writeHead
ServerResponse.prototype.writeHead = function dated(this: ServerResponse, ...args: unknown[]) {
  this.setHeader('Date', new RealDate(now()).toUTCString())
  return Reflect.apply(writeHead, this, args) as ServerResponse
} as typeof writeHead

/**
 * What runs again and again: of the time that is skipped each that became due in it runs once, as
 * on a machine that wakes from sleep.
 */
const repeating = new Map<NodeJS.Timeout, { readonly everyMs: number; readonly run: () => void }>()
const realSetInterval = globalThis.setInterval
const realClearInterval = globalThis.clearInterval
globalThis.setInterval = ((
  run: (...args: readonly unknown[]) => void,
  everyMs = 0,
  ...args: readonly unknown[]
) => {
  const timer = realSetInterval(run, everyMs, ...args)
  repeating.set(timer, { everyMs, run: () => run(...args) })
  return timer
}) as typeof setInterval
globalThis.clearInterval = ((timer: NodeJS.Timeout | undefined) => {
  if (timer !== undefined) repeating.delete(timer)
  realClearInterval(timer)
}) as typeof clearInterval

process.on('message', ({ to }: { readonly to: number }) => {
  const skipped = to - now()
  shift = to - RealDate.now()
  for (const { everyMs, run } of [...repeating.values()]) if (everyMs <= skipped) run()
  process.send?.({ event: 'clock-moved', to })
})
process.channel?.unref()

import { ServerResponse } from 'node:http'

/** Preloaded into a server: its clock runs as the machine's does, so many milliseconds away, and whoever started it can move it on. */
const RealDate = Date
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const now = (): number => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  apply: (target) => new target(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver) as unknown),
})

// Node writes this header by a clock of its own, and portals set theirs by it.
const writeHead = ServerResponse.prototype.writeHead
ServerResponse.prototype.writeHead = function dated(this: ServerResponse, ...args: unknown[]) {
  this.setHeader('Date', new RealDate(now()).toUTCString())
  return Reflect.apply(writeHead, this, args) as ServerResponse
} as typeof writeHead

process.on('message', (message) => { shift = Number(message) })
process.channel?.unref()

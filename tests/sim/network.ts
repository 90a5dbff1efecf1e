import { answerOf, type Tab } from './tab'
import type { Server, ServerAnswer } from './server'
import type { World } from './world'

export interface NetworkFaults {
  dropRequest: number
  dropAnswer: number
  /** A request arrives a second time, later. */
  duplicate: number
  /** A request or an answer takes up to minutes. */
  delay: number
}

const textOf = (body: unknown): unknown =>
  typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined
const namesOf = (body: unknown): string =>
  (Array.isArray(body) ? (body as unknown[]) : [body])
    .map((one) => (one as { operationName?: string } | undefined)?.operationName ?? 'GET')
    .join('+')

/** What is asked and answered, shortened, for a person who reads the log. */
const inShort = (text: string): string =>
  text
    .replace(
      /"(sealed|signature|sessionId|group|vaultPublicKey|devicePublicKey|deviceKek|vaultKeyId)":"[^"]*"/g,
      '"$1":"…"',
    )
    .replace(
      /"(cursor|base|next)":"([^"]{6})[^"]*"/g,
      (_all, name: string, start: string, at: number, all: string) =>
        `"${name}":"${start}~${all.slice(all.indexOf('"', at + name.length + 4) - 5, all.indexOf('"', at + name.length + 4))}"`,
    )
    .slice(0, 1_500)

/** fetch, as a tab of a device on a bad line knows it. */
export const createNetwork =
  (world: World, server: Server, faults: NetworkFaults) =>
  (tab: Tab, url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (tab.dead) return
      const { random } = world
      const { device } = tab
      const headers = init.headers as Readonly<Record<string, string>>
      const body = textOf(init.body)
      const request = {
        path: new URL(url).pathname.replace('/Prod', ''),
        token: headers.Authorization?.replace('Bearer ', '') ?? null,
        organization: headers['X-Acting-Organization-Id'] ?? null,
        body,
      }
      const names = namesOf(body)
      const latency = (): number =>
        5 + random.around(60) + (random.chance(faults.delay) ? random.between(5_000, 150_000) : 0)
      const fail = (after: number): void =>
        void tab.after(after, 'net error', () => reject(new TypeError('Failed to fetch')))
      /** Nothing comes: sometimes the device notices, sometimes only its patience ends. */
      const silence = (): void => {
        if (random.chance(0.7)) fail(random.between(10, 3_000))
      }
      const answer = (value: ServerAnswer): void => {
        world.note(`${tab.name} hears ${value.status} of ${names}`)
        world.detail(() => inShort(value.text))
        resolve(answerOf(value.status, value.text, value.headers))
      }
      const arrive = (then: (value: ServerAnswer | null) => void): void => {
        world.note(`${tab.name} asks ${names}`)
        world.detail(() =>
          inShort(JSON.stringify((body as { variables?: unknown } | undefined)?.variables ?? {})),
        )
        const value = server.handle(request)
        if (value instanceof Promise) world.hold(value.then(then))
        else then(value)
      }

      init.signal?.addEventListener('abort', () =>
        reject(new DOMException('Aborted', 'AbortError')),
      )
      if (device.line === 'down') {
        fail(random.around(5))
        return
      }
      if (device.line === 'hole') {
        silence()
        return
      }
      if (device.line === 'captive') {
        tab.after(latency(), 'captive', () =>
          answer({ status: 200, text: '<html>Welcome to the guest network</html>' }),
        )
        return
      }
      if (random.chance(faults.dropRequest)) {
        silence()
        return
      }
      if (random.chance(faults.duplicate))
        world.after(latency() + random.around(20_000), null, 'again', () => arrive(() => undefined))
      world.after(latency(), null, 'arrive', () =>
        arrive((value) => {
          if (value === null) {
            fail(latency())
            return
          }
          if (random.chance(faults.dropAnswer)) {
            silence()
            return
          }
          tab.after(latency(), 'answer', () => {
            if (device.line === 'up') answer(value)
            else silence()
          })
        }),
      )
    })

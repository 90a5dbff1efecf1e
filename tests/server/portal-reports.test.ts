import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { PortalReport } from '../../src/domain/telemetry/portal-report'
import { readConfig } from '../../server/config'
import { createLog } from '../../server/http/log'
import { portalReports } from '../../server/http/portal-reports'
import { createCollector } from '../../server/outside/collector'

const nowMs = Date.parse('2026-03-29T00:59:30.000Z')
const fault = { what: 'fault', where: 'view of notes', kind: 'storage', times: 3 } as const
const opened = {
  what: 'event',
  name: 'page-opened',
  page: '/patient/:patientId/:tabName?',
  times: 1,
} as const
const report = { release: 'a1b2c3d', entries: [fault, opened] } satisfies PortalReport

const keptLog = () => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, entries }
}

/** The route alone, with what it logged and what a collector was given. */
const openRoute = () => {
  const { log, entries } = keptLog()
  const collected: PortalReport[] = []
  const app = portalReports({
    log,
    addressOf: (c) => c.req.header('x-test-address') ?? 'one',
    collect: (taken) => collected.push(taken),
  })
  const post = async (body: string, address = 'one') =>
    (
      await app.request('/portal-reports', {
        method: 'POST',
        body,
        headers: { 'x-test-address': address },
      })
    ).status
  return { post, collected, entries }
}

describe('what a portal tells of itself', () => {
  test('a report is taken: its faults are in the log, all of it goes to the collector', async () => {
    const { post, collected, entries } = openRoute()
    expect(await post(JSON.stringify(report))).toBe(204)
    expect(collected).toEqual([report])
    expect(entries()).toHaveLength(1)
    expect(entries()[0]).toMatchObject({
      event: 'portal-fault',
      where: 'view of notes',
      kind: 'storage',
      times: 3,
      release: 'a1b2c3d',
    })
  })

  const refused: readonly (readonly [string, unknown])[] = [
    ['a message', { ...fault, message: 'Zoë Neill was not saved' }],
    ['a place with an identifier', { ...fault, where: 'patient 9434765919' }],
    ['a place with a name', { ...fault, where: 'Zoe Neill' }],
    ['a kind that is none of ours', { ...fault, kind: 'Zoë Neill' }],
    ['an event of another name', { ...opened, name: 'patient-opened' }],
    ['an address instead of its pattern', { ...opened, page: '/patient/9434765919' }],
    ['an address with a query', { ...opened, page: '/patients?search=neill' }],
    ['none of it', { ...opened, times: 0 }],
  ]
  test.each(refused)('there is no field for a person’s data: %s is refused', async (_, entry) => {
    const { post, collected, entries } = openRoute()
    expect(await post(JSON.stringify({ release: 'a1', entries: [entry] }))).toBe(400)
    expect([collected, entries()]).toEqual([[], []])
  })

  test('no JSON, too much of it, and too many entries are refused', async () => {
    const { post, collected } = openRoute()
    expect(await post('{')).toBe(400)
    expect(await post(' '.repeat(9_000))).toBe(413)
    expect(
      await post(
        JSON.stringify({ release: 'a', entries: Array.from({ length: 21 }, () => fault) }),
      ),
    ).toBe(400)
    expect(collected).toEqual([])
  })

  test('one address sends sixty a minute, and another still may', async () => {
    const { post } = openRoute()
    const body = JSON.stringify(report)
    const answers = []
    for (let index = 0; index < 61; index += 1) answers.push(await post(body))
    expect(answers.filter((status) => status === 204)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
    expect(await post(body, 'two')).toBe(204)
  })
})

describe('the operator’s collector', () => {
  const ends: (() => void)[] = []
  afterEach(() => ends.splice(0).forEach((end) => end()))

  /** A receiver on this machine, and a collector that hands to it. */
  const receiver = async (status: number, headers: Record<string, string> = {}) => {
    const got: { readonly request: IncomingMessage; readonly body: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        got.push({ request, body })
        response.writeHead(status, headers).end('{}')
      })
    }).listen(0, '127.0.0.1')
    ends.push(() => server.close())
    await once(server, 'listening')
    const { log, entries } = keptLog()
    const collector = createCollector({
      clock: { now: () => nowMs },
      log,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`,
      headers: { 'x-project': 'ward' },
    })
    return { collector, got, entries }
  }

  test('P374 faults and events reach the third party’s error reporting and analytics, and nothing of a person does', async () => {
    const { collector, got } = await receiver(200)
    collector.collect(report)
    await collector.settled()
    expect(got).toHaveLength(1)
    const [{ request, body } = { request: undefined, body: '' }] = got
    expect([request?.method, request?.url, request?.headers['x-project']]).toEqual([
      'POST',
      '/v1/logs',
      'ward',
    ])
    expect(request?.headers['content-type']).toBe('application/json')
    const sent = JSON.parse(body) as {
      resourceLogs: {
        resource: { attributes: unknown[] }
        scopeLogs: { logRecords: Record<string, unknown>[] }[]
      }[]
    }
    expect(sent.resourceLogs[0]?.resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'lamplight-portal' } },
      { key: 'service.version', value: { stringValue: 'a1b2c3d' } },
    ])
    expect(sent.resourceLogs[0]?.scopeLogs[0]?.logRecords).toEqual([
      {
        timeUnixNano: `${nowMs}000000`,
        severityNumber: 17,
        severityText: 'ERROR',
        body: { stringValue: 'storage at view of notes' },
        attributes: [
          { key: 'event.name', value: { stringValue: 'portal.fault' } },
          { key: 'error.type', value: { stringValue: 'storage' } },
          { key: 'code.place', value: { stringValue: 'view of notes' } },
          { key: 'count', value: { intValue: '3' } },
        ],
      },
      {
        timeUnixNano: `${nowMs}000000`,
        severityNumber: 9,
        severityText: 'INFO',
        body: { stringValue: 'page-opened' },
        attributes: [
          { key: 'event.name', value: { stringValue: 'portal.page-opened' } },
          { key: 'url.template', value: { stringValue: '/patient/:patientId/:tabName?' } },
          { key: 'count', value: { intValue: '1' } },
        ],
      },
    ])
  })

  test('what it refuses is said in the log, and the next is still sent', async () => {
    const { collector, got, entries } = await receiver(503)
    collector.collect(report)
    collector.collect(report)
    await collector.settled()
    expect(got).toHaveLength(2)
    expect(entries().map(({ event, status }) => [event, status])).toEqual([
      ['collector-refused', 503],
      ['collector-refused', 503],
    ])
  })

  test('it leads nowhere else', async () => {
    const { collector, got, entries } = await receiver(307, { location: '/elsewhere' })
    collector.collect(report)
    await collector.settled()
    expect(got.map(({ request }) => request.url)).toEqual(['/v1/logs'])
    expect(entries().map(({ event }) => event)).toEqual(['collector-failed'])
  })

  test('one that does not answer holds nobody, and more than 200 are dropped', async () => {
    const { log, entries } = keptLog()
    let answer = (): void => {}
    const asked: string[] = []
    const collector = createCollector({
      clock: { now: () => nowMs },
      log,
      url: 'https://collector.example/v1/logs',
      headers: {},
      ask: async (url) => {
        asked.push(String(url))
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        throw new Error('cut')
      },
    })
    for (let index = 0; index < 202; index += 1) collector.collect(report)
    await Promise.resolve()
    expect(asked).toHaveLength(1)
    expect(entries().map(({ event }) => event)).toEqual(['collector-full', 'collector-full'])
    answer()
  })
})

describe('its address', () => {
  test('without one nothing leaves; with one its headers are read as OpenTelemetry writes them', () => {
    expect(readConfig({}).collector).toBeUndefined()
    expect(
      readConfig({
        OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://collector.example/v1/logs',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-project=ward',
      }).collector,
    ).toEqual({
      url: 'https://collector.example/v1/logs',
      headers: { authorization: 'Bearer abc', 'x-project': 'ward' },
    })
  })

  test('a bad address and bad headers stop the start, and are not shown', () => {
    const url = 'https://collector.example/v1/logs'
    for (const bad of [
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'ftp://hunter2.example' },
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' },
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'a=%hunter2' },
    ])
      expect(() => readConfig(bad)).toThrow(
        expect.objectContaining({
          message: expect.not.stringContaining('hunter2') as string,
        }) as Error,
      )
  })
})

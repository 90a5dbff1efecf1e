import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createDemoEgress, createDemoReceiver } from '../../../server/ehr'
import { onPglite } from '../engines'
import { box } from '../ingest/device'
import { now } from '../world'
import { startReceiver } from './receiver'
import { addIntegration, buildEhr, secret } from './world'

onPglite(buildEhr, (opened) => {
  let app: ReturnType<typeof createDemoReceiver>
  beforeAll(async () => {
    await addIntegration(opened.database, { id: 'one', address: 'http://127.0.0.1/x' })
  })
  const start = () => {
    app = createDemoReceiver({
      database: opened.database,
      secrets: box,
      clock: { now: () => now },
      base: '/Prod',
    })
  }
  const body = (id: string, lastName = 'Brown') =>
    JSON.stringify({
      id,
      type: 'CareNote',
      patient: { firstName: 'Bert', lastName },
      approvedBy: null,
      consultationNote: 'NEWS2 3',
      codedDataItems: [{ code: '78564009', value: '88', units: '/min' }],
    })
  const post = (how: string, text: string, more: Record<string, string> = {}) => {
    const timestamp = String(now / 1000)
    return app.request(`/${how}`, {
      method: 'POST',
      body: text,
      headers: {
        'X-Integration-Id': 'one',
        'X-Timestamp': timestamp,
        'X-Signature': createHmac('sha256', secret)
          .update(`${timestamp}\nPOST\n/Prod/demo-ehr/${how}\n${text}`)
          .digest('hex'),
        ...more,
      },
    })
  }
  const page = async () => (await app.request('/')).text()

  test('keeps what is signed and shows it, a repeat once', async () => {
    start()
    expect(await page()).toContain('Nothing has come yet')
    expect((await post('accept', body('e1'))).status).toBe(201)
    expect((await post('accept', body('e1'))).status).toBe(200)
    const shown = await page()
    expect(shown.match(/Brown, Bert/gu)).toHaveLength(1)
    expect(shown).toContain('came again 1 times')
    expect(shown).toContain('78564009')
  })

  test('shows words as words', async () => {
    start()
    await post('accept', body('e2', '<script>alert(1)</script>'))
    expect(await page()).not.toContain('<script>')
  })

  test.each([
    ['another signature', { 'X-Signature': '0'.repeat(64) }],
    ['no integration', { 'X-Integration-Id': 'none' }],
    ['an old time', { 'X-Timestamp': String(now / 1000 - 301) }],
  ])('refuses %s', async (_what, headers) => {
    start()
    expect((await post('accept', body('e3'), headers)).status).toBe(401)
    expect(await page()).toContain('Nothing has come yet')
  })

  test('answers as its address says', async () => {
    start()
    expect((await post('refuse', body('e4'))).status).toBe(422)
    expect((await post('fail', body('e4'))).status).toBe(500)
    expect((await post('other', body('e4'))).status).toBe(404)
    expect((await post('accept', '{}')).status).toBe(400)
  })
})

test('an address without a port is that of the server, and nothing else of this machine is sent to', async () => {
  const [own, other] = [await startReceiver(), await startReceiver()]
  const port = Number(new URL(own.url).port)
  const otherPort = new URL(other.url).port
  const send = createDemoEgress('/Prod', port)
  const kindOf = async (address: string) => (await send({ address, headers: {}, body: '{}' })).kind
  for (const at of ['', `:${port}`])
    expect(await kindOf(`http://127.0.0.1${at}/Prod/demo-ehr/accept`)).toBe('answered')
  for (const closed of [
    `http://127.0.0.1:${otherPort}/Prod/demo-ehr/accept`,
    `http://127.0.0.1:${port}/Prod/graphql`,
    `http://127.0.0.1:${port}/Prod/demo-ehr/../graphql`,
    `http://localhost:${port}/Prod/demo-ehr/accept`,
    `http://[::1]:${port}/Prod/demo-ehr/accept`,
    'http://127.0.0.1/elsewhere',
    'not an address',
  ])
    expect(await kindOf(closed)).toBe('forbidden')
  expect(own.arrived.map(({ path }) => path)).toEqual([
    '/Prod/demo-ehr/accept',
    '/Prod/demo-ehr/accept',
  ])
  expect(other.arrived).toEqual([])
  await Promise.all([own.close(), other.close()])
})

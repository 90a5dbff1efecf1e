import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CreateVideoCallRoomDocument } from '../../schema/generated/documents/video-call'
import { callChannel, purgeVideoCalls } from '../../server/areas/video-call'
import type { Database } from '../../server/db/database'
import { createCallHub, type CallHub } from '../../server/pokes/call-hub'
import type { CallHeard } from '../../src/domain/video-call/video-call'
import { codeOf, startServer } from './client'
import type { Answer, Ask, TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

interface Room {
  readonly id: string
  readonly hostRoomUrl: string
  readonly patientRoomUrl: string
}
const setFlags = (database: Database, features: object): Promise<unknown> =>
  database.kysely
    .updateTable('organization')
    .set({ features: JSON.stringify(features) })
    .where('id', '=', 'w')
    .execute()
const flags = { wards: true, videoCall: true }
const build = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await setFlags(database, flags)
}
const only = (answer: Answer): unknown => Object.values(answer.data ?? {})[0]
const tokenOf = (url: string): string => url.split('#')[1] ?? ''
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url')
const minute = 60_000

onBothEngines(build, (opened) => {
  let time = now
  /** Two servers of one database. */
  const hubs: CallHub[] = []
  const servers: TestServer[] = []
  beforeAll(async () => {
    for (const _ of [0, 1]) {
      const hub = createCallHub(opened.database, callChannel)
      hubs.push(hub)
      servers.push(
        await startServer(opened.database, {
          clock: { now: () => time },
          callHub: hub,
          portalUrl: () => 'https://ward.example/',
        }),
      )
    }
  })
  afterAll(() => Promise.all(hubs.map((hub) => hub.close())))
  beforeEach(async () => {
    time = now
    await opened.database.kysely.deleteFrom('video_call_room').execute()
    await setFlags(opened.database, flags)
  })
  const server = (which = 0): TestServer => {
    const found = servers[which]
    if (found === undefined) throw new Error('no server')
    return found
  }
  const make = (
    { patientId = 'a1', waitingRoom = true }: { patientId?: string; waitingRoom?: boolean } = {},
    options: Ask = {},
  ): Promise<Answer> =>
    server().ask(CreateVideoCallRoomDocument.text, {
      as: 'nurse',
      variables: { patientId, options: { waitingRoom } },
      ...options,
    })
  const made = async (waitingRoom = true): Promise<Room & { host: string; patient: string }> => {
    const room = only(await make({ waitingRoom })) as Room
    return { ...room, host: tokenOf(room.hostRoomUrl), patient: tokenOf(room.patientRoomUrl) }
  }
  const asked = (path: string, token: string, body?: unknown, which = 0): Promise<Response> =>
    server(which).fetch(`/Prod/video-calls/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Call ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const look = (token: string): Promise<Response> => asked('room', token)
  const say = async (token: string, said: object, which = 0): Promise<number> =>
    (await asked('say', token, said, which)).status
  /** Sits down. `next`: what the page hears next. */
  const join = async (token: string, seat: string, which = 0) => {
    const response = await asked('join', token, { seat }, which)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const reader = response.body?.getReader()
    if (reader === undefined) throw new Error('no body')
    let text = ''
    const leave = (): Promise<void> => reader.cancel()
    onTestFinished(() => leave().catch(() => undefined))
    const next = async (): Promise<CallHeard | null> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const one = text.slice(0, end)
          text = text.slice(end + 2)
          if (one.startsWith('data: ')) return JSON.parse(one.slice(6)) as CallHeard
          continue
        }
        const { done, value } = await reader.read()
        if (done) return null
        text += new TextDecoder().decode(value)
      }
    }
    return { next, leave }
  }
  const offer = { kind: 'offer', sdp: 'v=0' }

  test('P208 C304 C533 createVideoCallRoom answers hostRoomUrl, patientRoomUrl, sentSms and sentPushNotification', async () => {
    const answer = await make()
    expect(answer.errors).toEqual([])
    const room = only(answer) as Room
    expect(room).toEqual({
      id: expect.any(String),
      hostRoomUrl: expect.stringMatching(/^https:\/\/ward\.example\/call\/host#[\w-]{43}$/),
      patientRoomUrl: expect.stringMatching(/^https:\/\/ward\.example\/call\/patient#[\w-]{43}$/),
      sentSms: false,
      sentPushNotification: false,
    })
    const [host, patient] = [tokenOf(room.hostRoomUrl), tokenOf(room.patientRoomUrl)]
    expect(host).not.toBe(patient)
    const rows = await opened.database.kysely.selectFrom('video_call_room').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(host)
    expect(JSON.stringify(rows)).not.toContain(patient)
    expect(rows).toEqual([
      expect.objectContaining({
        id: room.id,
        organization_id: 'w',
        patient_id: 'a1',
        user_id: 'nurse',
        host_hash: hash(host),
        patient_hash: hash(patient),
        waiting_room: true,
        created_at: at(0),
        ends_at: at(-240),
        admitted_at: null,
        started_at: null,
        ended_at: null,
      }),
    ])
    const { organization_id: _organization, ...log } = await opened.database.kysely
      .selectFrom('action_log')
      .select(['organization_id', 'actor_id', 'action', 'entity_type', 'entity_id', 'patient_id'])
      .where('entity_id', '=', room.id)
      .executeTakeFirstOrThrow()
    expect(log).toEqual({
      actor_id: 'nurse',
      action: 'createVideoCallRoom',
      entity_type: 'videoCallRoom',
      entity_id: room.id,
      patient_id: 'a1',
    })
  })

  test('C033 the links are answered once: a repeat of the request names the same room without them', async () => {
    const key = 'video-call-once'
    const first = only(await make({}, { key })) as Room
    expect(only(await make({}, { key }))).toEqual({
      id: first.id,
      hostRoomUrl: null,
      patientRoomUrl: null,
      sentSms: false,
      sentPushNotification: false,
    })
    expect(
      await opened.database.kysely.selectFrom('video_call_room').select('id').execute(),
    ).toEqual([{ id: first.id }])
    const kept = await opened.database.kysely.selectFrom('client_mutation').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(tokenOf(first.hostRoomUrl))
  })

  test('C461 who views patients starts a video call, of a patient whose record is open, where the organisation has video calls', async () => {
    for (const as of ['nurse', 'care', 'reader', 'admin'])
      expect(codeOf(await make({}, { as })), as).toBe('ok')
    for (const patientId of ['h1', 'none', 'b1'])
      expect(codeOf(await make({ patientId })), patientId).toBe('NOT_FOUND')
    for (const as of ['selfcare', 'carer'])
      expect(codeOf(await make({}, { as })), as).toBe('FORBIDDEN')
    await setFlags(opened.database, { wards: true })
    expect(codeOf(await make())).toBe('FORBIDDEN')
  })

  test('an organisation has 100 rooms that are not over, and no more', async () => {
    await made()
    const row = await opened.database.kysely
      .selectFrom('video_call_room')
      .selectAll()
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 99 }, (_, n) => ({
      ...row,
      id: `room-${n}`,
      host_hash: hash(`host ${n}`),
      patient_hash: hash(`patient ${n}`),
    }))
    await opened.database.kysely.insertInto('video_call_room').values(more).execute()
    const refused = await make()
    expect([codeOf(refused), refused.errors[0]?.extensions?.reason]).toEqual([
      'CONFLICT',
      'VIDEO_CALL_LIMIT',
    ])
    time = now + 240 * minute
    expect(codeOf(await make())).toBe('ok')
  })

  test('a link tells the organisation and the side, and nothing of patient and staff', async () => {
    const { host, patient } = await made()
    for (const [token, side] of [
      [host, 'host'],
      [patient, 'patient'],
    ] as const)
      expect(await (await look(token)).json()).toEqual({
        side,
        organization: { name: 'West Ward', edition: 'en-GB' },
        hasWaitingRoom: true,
        iceServers: [],
      })
  })

  test('an unknown link, one that is no token, and a sign-in open nothing', async () => {
    await made()
    for (const token of ['u'.repeat(43), 'short', ''])
      for (const response of [
        await look(token),
        await asked('join', token, { seat: randomUUID() }),
        await asked('say', token, { kind: 'end', seat: randomUUID() }),
      ])
        expect(response.status).toBe(401)
    const signedIn = await server().fetch('/Prod/video-calls/room', { as: 'nurse' })
    expect(signedIn.status).toBe(401)
    const { host } = await made()
    const asBearer = await server().fetch('/Prod/graphql', {
      method: 'POST',
      headers: { authorization: `Call ${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ patient(patientId: "a1") { id } }' }),
    })
    expect(((await asBearer.json()) as Answer).errors[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  test('P006 the patient waits until the host lets them in; then both pages are told each other’s signals, over two servers', async () => {
    const { id, host, patient } = await made()
    const [hostSeat, patientSeat] = [randomUUID(), randomUUID()]
    const waits = await join(patient, patientSeat, 1)
    expect(await waits.next()).toEqual({ standing: { isAdmitted: false, other: null } })
    const hosts = await join(host, hostSeat, 0)
    expect(await hosts.next()).toEqual({ standing: { isAdmitted: false, other: patientSeat } })
    expect(await waits.next()).toEqual({ standing: { isAdmitted: false, other: hostSeat } })
    // Who waits says nothing and hears nothing, and does not let themselves in.
    const signal = { kind: 'signal', seat: hostSeat, to: patientSeat, signal: offer }
    expect(await say(host, signal)).toBe(403)
    expect(
      await say(patient, { kind: 'signal', seat: patientSeat, to: hostSeat, signal: offer }),
    ).toBe(403)
    expect(await say(patient, { kind: 'admit', seat: patientSeat })).toBe(403)
    expect(await say(patient, { kind: 'end', seat: patientSeat })).toBe(403)
    const started = () =>
      opened.database.kysely
        .selectFrom('video_call_room')
        .select(['admitted_at', 'started_at', 'ended_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await started()).toEqual({ admitted_at: null, started_at: null, ended_at: null })

    expect(await say(host, { kind: 'admit', seat: hostSeat })).toBe(204)
    expect(await waits.next()).toEqual({ standing: { isAdmitted: true, other: hostSeat } })
    expect(await hosts.next()).toEqual({ standing: { isAdmitted: true, other: patientSeat } })
    expect(await started()).toEqual({ admitted_at: at(0), started_at: at(0), ended_at: null })
    expect(await say(host, signal, 0)).toBe(204)
    expect(await waits.next()).toEqual({ from: hostSeat, signal: offer })
    const candidate = { kind: 'candidate', candidate: 'c', sdpMid: '0', sdpMLineIndex: 0 }
    expect(
      await say(patient, { kind: 'signal', seat: patientSeat, to: hostSeat, signal: candidate }, 1),
    ).toBe(204)
    expect(await hosts.next()).toEqual({ from: patientSeat, signal: candidate })
    const rows = () => opened.database.kysely.selectFrom('video_call_signal').select('id').execute()
    expect(await rows()).toEqual([])

    expect(await say(patient, { kind: 'leave', seat: patientSeat }, 1)).toBe(204)
    expect(await hosts.next()).toEqual({ standing: { isAdmitted: true, other: null } })
    expect(await say(host, { kind: 'end', seat: hostSeat })).toBe(204)
    expect(await hosts.next()).toEqual({ ended: 'over' })
    expect(await hosts.next()).toBeNull()
    for (const token of [host, patient]) expect((await look(token)).status).toBe(410)
    expect((await asked('join', patient, { seat: randomUUID() })).status).toBe(410)
    expect(await say(host, { kind: 'admit', seat: hostSeat })).toBe(410)
    expect((await started()).ended_at).toBe(at(0))
  })

  test('without a waiting room the patient is let in with the call', async () => {
    const { patient } = await made(false)
    const { next } = await join(patient, randomUUID())
    expect(await next()).toEqual({ standing: { isAdmitted: true, other: null } })
  })

  test('a second page of a link is refused while the first is open, and each side has its own seat', async () => {
    const { host, patient } = await made(false)
    const [first, second] = [randomUUID(), randomUUID()]
    const open = await join(patient, first)
    await open.next()
    const refused = await asked('join', patient, { seat: second })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      409,
      'TAKEN',
    ])
    // Nor does it speak from there, and the host's link has no seat of the patient's.
    expect(await say(patient, { kind: 'leave', seat: second })).toBe(409)
    expect(await say(host, { kind: 'leave', seat: first })).toBe(409)
    await open.leave()
    await expect.poll(async () => (await asked('join', patient, { seat: second })).status).toBe(200)
  })

  test('the same page comes back while the server still believes its broken line, and keeps its seat', async () => {
    const { patient } = await made(false)
    const seat = randomUUID()
    const before = await join(patient, seat)
    await before.next()
    const after = await join(patient, seat)
    expect(await after.next()).toEqual({ standing: { isAdmitted: true, other: null } })
    expect(await before.next()).toEqual({ ended: 'taken' })
    expect(await before.next()).toBeNull()
    expect((await asked('join', patient, { seat: randomUUID() })).status).toBe(409)
  })

  test('a page that its server forgot leaves its seat after 20 seconds', async () => {
    const { patient } = await made(false)
    await opened.database.kysely
      .updateTable('video_call_room')
      .set({ patient_seat: randomUUID(), patient_stream: 'gone', patient_seen_at: at(0) })
      .execute()
    time = now + 19_999
    expect((await asked('join', patient, { seat: randomUUID() })).status).toBe(409)
    time = now + 20_000
    await (await join(patient, randomUUID())).next()
  })

  test('a room is over after 4 hours, and with the patient, and with the right of whoever made it', async () => {
    const { id, host, patient } = await made(false)
    time = now + 240 * minute - 1
    expect((await look(patient)).status).toBe(200)
    time = now + 240 * minute
    for (const token of [host, patient]) expect((await look(token)).status).toBe(410)
    time = now
    await setFlags(opened.database, { wards: true })
    expect((await look(patient)).status).toBe(410)
    expect((await asked('join', host, { seat: randomUUID() })).status).toBe(410)
    await setFlags(opened.database, flags)
    expect((await look(patient)).status).toBe(200)
    const removed = (deletedAt: string | null) =>
      opened.database.kysely
        .updateTable('patient')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'a1')
        .execute()
    await removed(at(0))
    onTestFinished(() => removed(null).then(() => undefined))
    expect((await look(patient)).status).toBe(410)
    await opened.database.kysely
      .insertInto('video_call_signal')
      .values({ room_id: id, from_seat: 'x', to_seat: 'y', body: '{}' })
      .execute()
    const purge = () => purgeVideoCalls({ database: opened.database, clock: { now: () => time } })
    const kept = async () => [
      (await opened.database.kysely.selectFrom('video_call_room').select('id').execute()).length,
      (await opened.database.kysely.selectFrom('video_call_signal').select('id').execute()).length,
    ]
    await purge()
    expect(await kept()).toEqual([1, 1])
    time = now + 240 * minute
    await purge()
    expect(await kept()).toEqual([1, 0])
    time = now + 28 * 60 * minute
    await purge()
    expect(await kept()).toEqual([0, 0])
    expect((await look(patient)).status).toBe(401)
  })

  test('what is said is of a known form, of 32 KB at most, and 300 times a minute', async () => {
    const { host } = await made(false)
    const seat = randomUUID()
    await (await join(host, seat)).next()
    const signal = { kind: 'signal', seat, to: randomUUID(), signal: offer }
    for (const wrong of [
      {},
      { kind: 'admit' },
      { kind: 'admit', seat, more: 1 },
      { ...signal, to: 'everybody' },
      { ...signal, signal: { kind: 'offer' } },
      { ...signal, signal: { ...offer, html: '<b>' } },
      { ...signal, signal: { kind: 'offer', sdp: 'x'.repeat(24_001) } },
    ])
      expect(await say(host, wrong), JSON.stringify(wrong).slice(0, 90)).toBe(400)
    expect(await say(host, { ...signal, signal: { kind: 'offer', sdp: 'x'.repeat(40_000) } })).toBe(
      413,
    )
    expect((await asked('join', host, { seat: 'here' })).status).toBe(400)
    // To a page that has gone: nobody is told, and nothing is kept.
    expect(await say(host, signal)).toBe(204)
    expect(
      await opened.database.kysely.selectFrom('video_call_signal').select('id').execute(),
    ).toEqual([])
    const all = await Promise.all(Array.from({ length: 300 }, () => say(host, {})))
    expect(all.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(await say(host, signal)).toBe(429)
  })

  test('a TURN server’s password is made for the call, and the secret is told to nobody', async () => {
    const hub = createCallHub(opened.database, callChannel)
    onTestFinished(() => hub.close())
    const { patient } = await made()
    const turnSecret = 'shared-with-coturn'
    const configured = await startServer(opened.database, {
      callHub: hub,
      ice: { urls: ['stun:s.example:3478', 'turn:t.example:3478'], turnSecret },
    })
    const response = await configured.fetch('/Prod/video-calls/room', {
      headers: { authorization: `Call ${patient}` },
    })
    const text = await response.text()
    expect(text).not.toContain(turnSecret)
    const username = String(now / 1000 + 4 * 3600)
    expect((JSON.parse(text) as { iceServers: unknown }).iceServers).toEqual([
      { urls: ['stun:s.example:3478'] },
      {
        urls: ['turn:t.example:3478'],
        username,
        credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
      },
    ])
  })

  test('camera and microphone are for the page of a call alone', async () => {
    const policy = async (path: string): Promise<string> =>
      (await server().fetch(path)).headers.get('permissions-policy') ?? ''
    for (const path of ['/call/host', '/call/patient', '/call/patient/'])
      expect(await policy(path), path).toContain('camera=(self), microphone=(self), geolocation=()')
    for (const path of ['/', '/call', '/call/other', '/patient/a1', '/Prod/video-calls/room'])
      expect(await policy(path), path).toContain('camera=(), microphone=(), geolocation=()')
  })
})

import { describe, expect, test } from 'vitest'
import {
  problem,
  ProblemError,
  toProblem,
  type Problem,
  type ProblemCode,
} from '../../src/domain/problem'
import { createSender, type Operation, type SenderOptions } from '../../src/platform/graphql'
import { createTelemetry } from '../../src/platform/telemetry'
import { problemText } from '../../src/texts/problems'
import { manualClock } from '../engine/manual-clock'

const operation = (text: string, more: Partial<Operation> = {}): Operation => ({
  document: {
    name: /^\w+ (\w+)/.exec(text)?.[1] ?? '',
    operation: text.startsWith('mutation') ? 'mutation' : 'query',
    text,
  },
  variables: {},
  ...more,
})
const query = (more: Partial<Operation> = {}) => operation('query Me { me { id } }', more)
const mutation = (more: Partial<Operation> = {}) =>
  operation('mutation AddNote { addNote { id } }', more)

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const networkDown = () => {
  throw new TypeError('Failed to fetch')
}

interface Sent {
  readonly method: string | undefined
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** A sender whose network answers from a list, in order; the last answer repeats. */
const stand = (
  answers: readonly (() => Response | Promise<Response>)[],
  more: Partial<SenderOptions> = {},
) => {
  const clock = manualClock()
  const sent: Sent[] = []
  const told: string[] = []
  const sender = createSender({
    url: 'https://ward.example/Prod/graphql',
    clock,
    random: () => 1,
    token: () => Promise.resolve('id-token'),
    organizationId: () => 'riverside',
    onUnauthorized: () => told.push('unauthorized'),
    fetch: (url, init) => {
      sent.push({
        method: init.method,
        url,
        headers: init.headers as Record<string, string>,
        body: JSON.parse(String(init.body)),
      })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve().then(answer)
    },
    ...more,
  })
  /** Sends, lets a minute and more of virtual time pass, and says what came of it. */
  const outcome = async (operation: Operation, ms = 300_000): Promise<unknown> => {
    const done = sender.send(operation).catch((thrown: unknown) => toProblem(thrown))
    await clock.advance(ms)
    return await done
  }
  return { clock, sender, sent, told, outcome }
}

describe('the request', () => {
  test('P286 P287 P288 P302 O005 an operation is posted to its address with the bearer token, the agent and the acting organisation', async () => {
    const { sent, outcome } = stand([json({ data: { me: { id: 'u1' } } })])
    expect(await outcome(query())).toEqual({ me: { id: 'u1' } })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://ward.example/Prod/graphql',
      body: { operationName: 'Me' },
    })
    expect(sent[0]?.headers).toMatchObject({
      Authorization: 'Bearer id-token',
      'X-Portal-Agent': 'portal/3.15.0',
      'X-Acting-Organization-Id': 'riverside',
    })
  })

  test('P267 without a token it fails with No token found and nothing leaves the device', async () => {
    const { sent, outcome } = stand([json({ data: {} })], { token: () => Promise.resolve(null) })
    expect(await outcome(query())).toMatchObject({ kind: 'no-token', code: 'no-token' })
    expect(sent).toEqual([])
  })

  test('an internal operation goes to /Prod/graphql-internal and shares no batch with others', async () => {
    const { sent, sender, clock } = stand([json({ data: { a: 1 } })])
    const both = Promise.all([
      sender.send(query({ batch: true, internal: true })),
      sender.send(query({ batch: true })),
    ])
    await clock.advance(30)
    await both
    expect(sent.map(({ url }) => url).toSorted()).toEqual([
      'https://ward.example/Prod/graphql',
      'https://ward.example/Prod/graphql-internal',
    ])
  })

  test('waiting work is sent under the organisation that it was written in', async () => {
    const { sent, outcome } = stand([json({ data: { a: 1 } })])
    await outcome(query({ organizationId: 'willowbank' }))
    expect(sent[0]?.headers['X-Acting-Organization-Id']).toBe('willowbank')
  })
})

describe('batches', () => {
  test('P303 flagged operations of one 20 ms window share a request, ten at most', async () => {
    const { sent, sender, clock } = stand([
      json(Array.from({ length: 10 }, (_n, at) => ({ data: { at } }))),
      json([{ data: { at: 10 } }, { data: { at: 11 } }]),
    ])
    const answers = Promise.all(
      Array.from({ length: 12 }, () => sender.send(query({ batch: true }))),
    )
    await clock.advance(19)
    expect(sent).toHaveLength(1)
    await clock.advance(2)
    expect(sent).toHaveLength(2)
    expect(sent.map(({ body }) => (Array.isArray(body) ? body.length : 1))).toEqual([10, 2])
    expect(await answers).toEqual(Array.from({ length: 12 }, (_n, at) => ({ at })))
  })

  test('an operation that is not flagged travels alone and at once', async () => {
    const { sent, sender, clock } = stand([json({ data: { a: 1 } })])
    await Promise.all([sender.send(query()), sender.send(query()), clock.advance(0)])
    expect(sent).toHaveLength(2)
    expect(sent.every(({ body }) => !Array.isArray(body))).toBe(true)
  })

  test('in a batch one operation fails alone, and each keeps its own idempotency key', async () => {
    const { sent, sender, clock } = stand([
      json([
        { data: { a: 1 } },
        { errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] },
      ]),
    ])
    const both = Promise.allSettled([
      sender.send(mutation({ batch: true, idempotencyKey: 'k1' })),
      sender.send(mutation({ batch: true, idempotencyKey: 'k2' })),
    ])
    await clock.advance(30)
    const [first, second] = await both
    expect(first).toMatchObject({ status: 'fulfilled', value: { a: 1 } })
    expect(second).toMatchObject({
      status: 'rejected',
      reason: { problem: { kind: 'forbidden', said: 'No' } },
    })
    expect(sent[0]?.body).toEqual([
      {
        operationName: 'AddNote',
        query: 'mutation AddNote { addNote { id } }',
        variables: {},
        extensions: { idempotencyKey: 'k1' },
      },
      {
        operationName: 'AddNote',
        query: 'mutation AddNote { addNote { id } }',
        variables: {},
        extensions: { idempotencyKey: 'k2' },
      },
    ])
  })
})

describe('too many requests', () => {
  const busy = { errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY' } }] }

  test('is too-many by status, by code with status 200, and for the one operation of a batch that it befell', async () => {
    expect(await stand([json({}, 429)]).outcome(query())).toMatchObject({ kind: 'too-many' })
    expect(await stand([json(busy, 429)]).outcome(query())).toMatchObject({
      kind: 'too-many',
      said: 'Too many requests',
    })
    expect(await stand([json(busy)]).outcome(query())).toMatchObject({ kind: 'too-many' })
    const { sender, clock } = stand([json([{ data: { a: 1 } }, busy])])
    const both = Promise.allSettled([
      sender.send(query({ batch: true })),
      sender.send(query({ batch: true })),
    ])
    await clock.advance(30)
    const [first, second] = await both
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { problem: { kind: 'too-many' } } })
  })

  test('a page of a proxy with status 429 counts too', async () => {
    expect(
      await stand([() => new Response('<html>', { status: 429 })]).outcome(query()),
    ).toMatchObject({ kind: 'too-many' })
  })
})

describe('whose work', () => {
  test('an operation that names a user never leaves under another session, and shares no batch with others', async () => {
    let who: string | null = 'ada'
    const { sent, sender, clock } = stand([json({ data: { a: 1 } })], { userId: () => who })
    const mine = Promise.allSettled([
      sender.send(mutation({ batch: true, userId: 'ada', idempotencyKey: 'k' })),
      sender.send(query({ batch: true })),
    ])
    who = 'ben'
    await clock.advance(30)
    const [first, second] = await mine
    expect(first).toMatchObject({ status: 'rejected', reason: { problem: { kind: 'no-token' } } })
    expect(second).toMatchObject({ status: 'fulfilled' })
    expect(sent).toHaveLength(1)
  })
})

describe('tries', () => {
  test('P292 P293 a failed request is tried three times, waiting 300 ms and then 600 ms at most', async () => {
    const { sent, clock, outcome } = stand([networkDown])
    expect(await outcome(query())).toMatchObject({ kind: 'network' })
    expect(sent).toHaveLength(3)
    expect(clock.slept).toEqual([300, 600])
  })

  test('P294 the pause has full jitter', async () => {
    const pauses = [0, 0.5]
    const { clock, outcome } = stand([networkDown], { random: () => pauses.shift() ?? 0 })
    await outcome(query())
    expect(clock.slept).toEqual([0, 300])
  })

  test('502, 503 and 504 are tried again, and a later answer counts', async () => {
    const { sent, outcome } = stand([json({}, 502), json({}, 504), json({ data: { a: 1 } })])
    expect(await outcome(query())).toEqual({ a: 1 })
    expect(sent).toHaveLength(3)
  })

  test('500 and 400 are not tried again', async () => {
    for (const status of [500, 400]) {
      const { sent, outcome } = stand([json({}, status)])
      await outcome(query())
      expect(sent).toHaveLength(1)
    }
  })

  test('a mutation is tried again only with an idempotency key, always the same', async () => {
    const bare = stand([networkDown])
    await bare.outcome(mutation())
    expect(bare.sent).toHaveLength(1)
    const keyed = stand([networkDown, networkDown, json({ data: { a: 1 } })])
    expect(await keyed.outcome(mutation({ idempotencyKey: 'k1' }))).toEqual({ a: 1 })
    expect(keyed.sent.map(({ body }) => (body as { extensions: unknown }).extensions)).toEqual(
      Array.from({ length: 3 }, () => ({ idempotencyKey: 'k1' })),
    )
  })

  test('C508 an operation flagged so is sent once', async () => {
    const { sent, outcome } = stand([networkDown])
    await outcome(query({ noRetry: true }))
    expect(sent).toHaveLength(1)
  })

  test('P289 P290 no answer within 60 seconds is Request timed out', async () => {
    const { sender, clock } = stand([])
    const outcome = sender
      .send(query({ noRetry: true }))
      .catch((thrown: unknown) => toProblem(thrown))
    let known: unknown = 'open'
    void outcome.then((value) => {
      known = value
    })
    await clock.advance(59_999)
    expect(known).toBe('open')
    await clock.advance(1)
    expect(await outcome).toMatchObject({ kind: 'timeout', code: 'timeout' })
  })
})

describe('answers', () => {
  const problemOf = async (answer: () => Response): Promise<Problem> =>
    (await stand([answer]).outcome(query({ noRetry: true }))) as Problem

  test("P316 the message of a status of 400 or above is the first error's", async () => {
    expect(
      (
        await problemOf(
          json({ message: 'body', errors: [{ message: 'first' }, { message: 'second' }] }, 400),
        )
      ).said,
    ).toBe('first')
  })
  test("P317 without errors the message is the body's", async () => {
    expect((await problemOf(json({ message: 'body' }, 500))).said).toBe('body')
  })
  test('P318 with neither the message is Unknown error', async () => {
    for (const answer of [json({}, 500), () => new Response('<html>', { status: 502 })]) {
      const found = await problemOf(answer)
      expect(found.said).toBeNull()
      expect(problemText('en-GB', found)).toBe('Unknown error')
    }
  })
  test('P322 details of invalid arguments become fields', async () => {
    const found = await problemOf(
      json({
        errors: [
          {
            message: 'Bad input',
            extensions: {
              code: 'BAD_USER_INPUT',
              argErrors: [
                { path: 'user.firstName', message: 'Too long' },
                { path: ['text'], message: 'Required' },
              ],
            },
          },
        ],
      }),
    )
    expect(found).toEqual({
      kind: 'invalid-arguments',
      code: 'invalid-arguments',
      said: 'Bad input',
      fields: [
        { path: 'user.firstName', message: 'Too long' },
        { path: 'text', message: 'Required' },
      ],
    })
  })
  test.each([
    ['API_KEY_LIMIT', 'conflict:api-key-limit'],
    ['SHARE_TOKEN_LIMIT', 'conflict:share-token-limit'],
    ['SESSION_ENDED', 'conflict:session-ended'],
    ['CHANGED', 'conflict'],
  ])('a conflict for the reason %s has the code %s', async (reason, code) => {
    const extensions = { code: 'CONFLICT', reason }
    expect(await problemOf(json({ errors: [{ message: 'No', extensions }] }))).toMatchObject({
      kind: 'conflict',
      code,
      said: 'No',
    })
  })
  test('a repeat of what was done and may not be seen is no missing thing', async () => {
    const of = (extensions: object) => problemOf(json({ errors: [{ message: 'No', extensions }] }))
    expect(await of({ code: 'NOT_FOUND', reason: 'DONE' })).toMatchObject({
      kind: 'not-found',
      code: 'not-found:done-unseen',
    })
    expect(await of({ code: 'NOT_FOUND' })).toMatchObject({ code: 'not-found' })
    expect(await of({ code: 'CONFLICT', reason: 'DONE' })).toMatchObject({ code: 'conflict' })
  })
  test('a page of HTML with status 200 is a captive portal, not an answer', async () => {
    expect(
      (await problemOf(() => new Response('<html>Sign in to the Wi-Fi</html>', { status: 200 })))
        .kind,
    ).toBe('network')
  })
  test("a page of HTML with status 403 is not our server's refusal", async () => {
    expect(
      (await problemOf(() => new Response('<html>Blocked</html>', { status: 403 }))).kind,
    ).toBe('server')
  })
  test('an answer that is neither data nor errors is a failure of the server', async () => {
    expect((await problemOf(json({ hello: 1 }))).kind).toBe('server')
    expect((await problemOf(json(null))).kind).toBe('server')
  })
})

describe('the end of a session', () => {
  test('a 401 is tried once with a fresh token, then told once', async () => {
    const forced: boolean[] = []
    const { sent, told, outcome } = stand([json({}, 401)], {
      token: (force = false) => {
        forced.push(force)
        return Promise.resolve(force || forced.includes(true) ? 'fresh' : 'old')
      },
    })
    expect(await outcome(query())).toMatchObject({ kind: 'unauthorized' })
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer old', 'Bearer fresh'])
    await outcome(query())
    expect(told).toEqual(['unauthorized'])
  })

  test('a token that was only old is replaced and the session goes on', async () => {
    const { told, outcome } = stand([json({}, 401), json({ data: { a: 1 } })], {
      token: (force = false) => Promise.resolve(force ? 'fresh' : 'old'),
    })
    expect(await outcome(query())).toEqual({ a: 1 })
    expect(told).toEqual([])
  })

  test('the GraphQL error Unauthorized, with status 200, ends it too', async () => {
    const { told, outcome } = stand([json({ errors: [{ message: 'Unauthorized' }] })])
    expect(await outcome(query())).toMatchObject({ kind: 'unauthorized' })
    expect(told).toEqual(['unauthorized'])
  })

  test("a refusal of the last person's token does not end the next one's session", async () => {
    let current = 'first'
    const { told, outcome } = stand(
      [
        () => {
          current = 'second'
          return json({}, 401)()
        },
        json({}, 401),
      ],
      {
        token: (force = false) => Promise.resolve(force ? 'first' : current),
      },
    )
    await outcome(query())
    expect(told).toEqual([])
  })
})

describe('contact', () => {
  test('only an authenticated answer of our server counts as reached', async () => {
    const seen: boolean[] = []
    for (const answer of [
      json({ data: { a: 1 } }),
      json({ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] }),
      networkDown,
      () => new Response('<html>'),
      json({}, 401),
      json({}, 429),
    ]) {
      await stand([answer], { onContact: (reached) => seen.push(reached) }).outcome(
        query({ noRetry: true }),
      )
    }
    expect(seen).toEqual([true, true, false, false, false])
  })
})

describe('telemetry', () => {
  test('P296 names, addresses, e-mail, phone, password and national identifiers never reach the performance log', async () => {
    const telemetry = createTelemetry()
    const { outcome } = stand([json({ data: { a: 1 } })], {
      onTiming: (timing) => telemetry.timed(timing),
    })
    await outcome(
      query({
        variables: {
          patientId: 'p1',
          take: 50,
          firstName: 'Ada',
          patient: {
            lastName: 'Lovelace',
            email: 'ada@x.example',
            address: { address: '1 Row', postcode: 'N1' },
            telephone: '0700',
            nhsNumber: '9434765919',
          },
          nationalIdentifierValue: '9434765919',
          newPassword: 'secret words',
          nameOrNhsNumber: 'lovel',
          mobilePhone: '0700',
          empty: null,
        },
      }),
    )
    const log = JSON.stringify(telemetry.entries())
    expect(log).toContain('"patientId":"p1"')
    expect(log).toContain('"take":50')
    for (const telling of [
      'Ada',
      'Lovelace',
      'ada@',
      '1 Row',
      'N1',
      '0700',
      '9434765919',
      'secret',
      'lovel',
    ])
      expect(log).not.toContain(telling)
  })

  test.each([
    'lastName',
    'fullname',
    'homeAddress',
    'postcode',
    'email',
    'eMail',
    'contactE-mail',
    'telephone',
    'mobile',
    'newPassword',
    'clientSecret',
    'shareToken',
    'nhs',
    'hcn',
    'nationalNo',
    'identifier',
    'birthDate',
    'dateOfBirth',
    'text',
    'freeText',
    'note',
    'clinicalNotes',
    'message',
    'chatMessage',
    'reason',
    'dischargeReason',
    'info',
    'additionalInfo',
  ])('a variable called %s is withheld, whatever it holds and however deep it lies', (key) => {
    const telemetry = createTelemetry()
    for (const held of ['said aloud', 19400229, ['said aloud'], { value: 'said aloud' }])
      telemetry.timed({
        name: 'x',
        ms: 1,
        outcome: 'ok',
        variables: { [key]: held, patients: [{ deep: { [key]: held } }] },
      })
    const log = JSON.stringify(telemetry.entries())
    expect(log.split(`"${key}":"[redacted]"`)).toHaveLength(2 * 4 + 1)
    expect(log).not.toMatch(/said aloud|19400229/)
  })

  test('what tells nothing of anybody stays readable in the log', () => {
    const telemetry = createTelemetry()
    const variables = {
      patientId: 'p1',
      wardIds: ['w1'],
      take: 50,
      from: '2026-01-05',
      sort: [{ field: 'ewsScore', direction: 'ASC' }],
      isAcknowledged: true,
    }
    telemetry.timed({ name: 'x', ms: 1, outcome: 'ok', variables })
    expect(telemetry.entries().at(-1)).toMatchObject({ variables })
  })

  test('P338 P339 C602 No token found and network failures are not reported; failures of the local store are', () => {
    const reports: string[] = []
    const telemetry = createTelemetry(({ message }) => reports.push(message))
    const fail = (code: ProblemCode) => new ProblemError(problem(code))
    telemetry.report(fail('no-token'), 'x')
    telemetry.report(fail('no-token:session-changed'), 'x')
    telemetry.report(fail('network'), 'x')
    telemetry.report(new TypeError('Failed to fetch'), 'x')
    expect(reports).toEqual([])
    telemetry.report(fail('storage'), 'x')
    telemetry.report(new Error('Broken'), 'x')
    expect(reports).toEqual(['storage', 'Broken'])
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { chatChannel } from '../../../server/chat-channel'
import { publishToAbly } from '../../../server/pokes/ably-publisher'
import { secretBox } from '../../../server/secret-box'
import { onPglite } from '../engines'
import { addCheckup, at, buildWorld } from '../world'

const nameChannel = chatChannel(secretBox(new Uint8Array(32).fill(3)))

interface Said {
  readonly channel: string
  readonly poke: {
    readonly roster: boolean
    readonly me: boolean
    readonly patients: unknown
    readonly lists?: boolean
  }
  readonly authorization: string | undefined
  readonly text: string
}

/**
 * What of Ably's REST interface the server uses: publishing to a channel. `refusing` answers the
 * next ones.
 */
const fakeAbly = async () => {
  const said: Said[] = []
  const state = { refusing: false, refused: 0 }
  const looks = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const channel = /^\/channels\/([^/]+)\/messages$/.exec(request.url ?? '')?.[1]
      if (request.method !== 'POST' || channel === undefined) {
        response.writeHead(404).end()
        return
      }
      if (state.refusing) {
        state.refused += 1
        response.writeHead(503).end('{}')
        looks.forEach((look) => look())
        return
      }
      const text = Buffer.concat(chunks).toString()
      const message = JSON.parse(text) as { name: string; data: string }
      said.push({
        channel: decodeURIComponent(channel),
        text,
        authorization: request.headers.authorization,
        ...(JSON.parse(message.data) as Pick<Said, 'poke'>),
      })
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"channel":"x"}')
      looks.forEach((look) => look())
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        looks.delete(look)
        reject(new Error(`Not within 30 s; said ${JSON.stringify(said)}`))
      }, 30_000)
      const look = (): void => {
        if (holds()) {
          clearTimeout(late)
          looks.delete(look)
          resolve()
        }
      }
      looks.add(look)
      look()
    })
  return { said, state, until, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

onPglite(buildWorld, (opened) => {
  const started = async () => {
    const ably = await fakeAbly()
    const warned: unknown[] = []
    let listening: () => void = () => undefined
    const isListening = new Promise<void>((resolve) => {
      listening = resolve
    })
    const database = {
      listen: (...[channel, listener]: Parameters<typeof opened.database.listen>) =>
        opened.database.listen(channel, {
          ...listener,
          listening: (is) => {
            listener.listening(is)
            if (is) listening()
          },
        }),
    }
    const publisher = publishToAbly({
      database,
      apiKey: 'app.key:secret',
      fetch,
      restUrl: ably.url,
      retryMs: 20,
      nameChannel,
      log: { warn: (fields) => warned.push(fields) },
    })
    onTestFinished(() => publisher.close())
    await isListening
    return { ...ably, warned, publisher }
  }
  const checkup = (id: string, patientId: string, organizationId = 'w') =>
    opened.database.asOrganization(organizationId, (trx) =>
      addCheckup(trx, { id, organizationId, patientId, endedAt: at(1), total: 3 }),
    )

  test('a change is published to the channel of its organisation, with the key and without anybody’s id', async () => {
    const { said, until } = await started()
    await checkup('ably-1', 'a1')
    await until(() =>
      said.some(
        ({ channel, poke }) =>
          channel === 'organization:w' && poke.roster && poke.patients === 'many',
      ),
    )
    expect(new Set(said.map(({ channel }) => channel))).toEqual(new Set(['organization:w']))
    expect(said[0]?.authorization).toBe(`Basic ${Buffer.from('app.key:secret').toString('base64')}`)
    expect(said.map(({ text }) => text).join('')).not.toMatch(/a1|ably-1/)
  })

  test('a list that changed is published to the channel of its organisation, without saying which', async () => {
    const { said, until } = await started()
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ingest_key')
        .set({ deleted_at: at(0) })
        .where('id', '=', 'key-w')
        .execute(),
    )
    await until(() => said.length > 0)
    expect(said.map(({ channel, poke }) => ({ channel, poke }))).toEqual([
      {
        channel: 'organization:w',
        poke: { roster: false, me: false, patients: [], lists: true },
      },
    ])
    expect(said[0]?.text).not.toContain('key-w')
  })

  test('C021 a message is an empty poke on the channel of its chat, and neither whose nor what is told', async () => {
    const { said, until } = await started()
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('chat_message')
        .values({
          id: 'ably-chat',
          organization_id: 'w',
          patient_id: 'a1',
          author_id: 'nurse',
          text: 'Secret words',
          captured_at: at(1),
          created_at: at(1),
          source_id: null,
          payload_hash: null,
          revision: 9_000,
        })
        .execute(),
    )
    const name = nameChannel('a1', 'w')
    await until(() => said.some(({ channel }) => channel === `chat:${name}`))
    expect(said.find(({ channel }) => channel === `chat:${name}`)?.poke).toEqual({
      roster: false,
      me: false,
      patients: [],
    })
    expect(name).not.toMatch(/a1/)
    expect(nameChannel('a1', 'p')).not.toBe(name)
    expect(said.map(({ text }) => text).join('')).not.toMatch(/"a1|Secret|ably-chat|nurse/)
  })

  test('a shared patient’s change reaches both organisations; a changed right the user’s own channel, and the lists of users', async () => {
    const { said, until } = await started()
    await checkup('ably-2', 'h1', 'h')
    await until(() =>
      ['organization:h', 'organization:p'].every((name) =>
        said.some(({ channel, poke }) => channel === name && poke.patients === 'many'),
      ),
    )
    said.length = 0
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(['Ward Manager']) })
        .where('user_id', '=', 'nurse')
        .execute(),
    )
    await until(() => said.some(({ channel }) => channel === 'user:nurse'))
    expect(
      said
        .map(({ channel, poke }) => [channel, poke] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ).toEqual([
      ['organization:w', { roster: false, me: false, patients: [], lists: true }],
      ['user:nurse', { roster: true, me: true, patients: [] }],
    ])
  })

  test('a burst is a message or two, not one for each reading', async () => {
    const { said, until } = await started()
    for (let n = 0; n < 10; n += 1)
      await opened.database.asOrganization('w', async (trx) => {
        for (let m = 0; m < 3; m += 1)
          await addCheckup(trx, {
            id: `ably-burst-${n}-${m}`,
            organizationId: 'w',
            patientId: 'a2',
            endedAt: at(1),
            total: 1,
          })
      })
    await until(() => said.length > 0)
    expect(said.length).toBeLessThan(30)
  })

  test('what Ably does not take is said again until it does, and logged once', async () => {
    const { said, until, state, warned } = await started()
    state.refusing = true
    await checkup('ably-3', 'a1')
    await until(() => state.refused >= 3)
    expect(said).toEqual([])
    state.refusing = false
    await until(() =>
      said.some(
        ({ channel, poke }) =>
          channel === 'organization:w' && poke.roster && poke.patients === 'many',
      ),
    )
    expect(warned).toEqual([{ event: 'ably-publish-failed', failure: 'Ably answered 503' }])
  })

  test('of two servers on one database one publishes each message; when it ends the other does, and repeats recent messages', async () => {
    const said: string[] = []
    const server = async (name: string) => {
      const heard: string[] = []
      let listening: () => void = () => undefined
      const isListening = new Promise<void>((resolve) => {
        listening = resolve
      })
      const looks = new Set<() => void>()
      const publisher = publishToAbly({
        database: {
          listen: (channel, listener) =>
            opened.database.listen(channel, {
              ...listener,
              heard: (payload) => {
                listener.heard(payload)
                heard.push(payload)
                looks.forEach((look) => look())
              },
              listening: (is) => {
                listener.listening(is)
                if (is && name !== 'one') listening()
              },
              // The first one is the one that publishes before there is another.
              ...(listener.alone === undefined
                ? {}
                : {
                    alone: {
                      ...listener.alone,
                      is: (is: boolean) => {
                        listener.alone?.is(is)
                        if (is) listening()
                      },
                    },
                  }),
            }),
        },
        apiKey: 'app.key:secret',
        log: { warn: () => undefined },
        takeOverMs: 25,
        fetch: (url) => {
          said.push(`${name} ${decodeURIComponent(url.split('/').at(-2) ?? '')}`)
          looks.forEach((look) => look())
          return Promise.resolve(new Response('{}', { status: 201 }))
        },
      })
      onTestFinished(() => publisher.close())
      await isListening
      const until = (holds: () => boolean): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (holds()) {
              looks.delete(look)
              resolve()
            }
          }
          looks.add(look)
          look()
        })
      return { publisher, heard, until }
    }
    const one = await server('one')
    const two = await server('two')
    // Words that both heard, and the turn of the loop in which they would have been said.
    const bothHeard = async (patientId: string): Promise<void> => {
      await Promise.all(
        [one, two].map(({ heard, until }) => until(() => heard.includes(`w ${patientId}`))),
      )
      for (let turn = 0; turn < 3; turn += 1)
        await new Promise((resolve) => {
          setTimeout(resolve, 0)
        })
    }
    await checkup('alone-1', 'a1')
    await bothHeard('a1')
    await one.until(() => said.length > 0)
    expect(new Set(said)).toEqual(new Set(['one organization:w']))
    await one.publisher.close()
    await two.until(() => said.some((word) => word.startsWith('two')))
    const again = said.length
    await checkup('alone-2', 'a2')
    await two.until(() => said.length > again)
    expect(said.slice(again).every((word) => word === 'two organization:w')).toBe(true)
  })

  test('nothing is published once it is closed', async () => {
    const { said, publisher } = await started()
    await publisher.close()
    await checkup('ably-4', 'a1')
    const { said: others, until } = await started()
    await checkup('ably-5', 'a1')
    await until(() => others.length > 0)
    expect(said).toEqual([])
  })
})

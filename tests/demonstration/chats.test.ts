import { describe, expect, test, vi } from 'vitest'
import { answerChats, answerTo } from '../../server/demonstration/chat-answers'
import { conversations } from '../../server/demonstration/chats'
import { seedDemonstration } from '../../server/demonstration'
import { onPglite } from '../server/engines'
import { box, noIdentity, noon } from '../server/ingest/device'

const message = (id: string, isFromPatient: boolean, minutesAgo = 1) => ({
  id,
  message: 'Hello',
  createdAt: new Date(noon - minutesAgo * 60_000).toISOString(),
  isFromPatient,
})

describe('a simulated patient', () => {
  test('answers what staff wrote last, once, and says that it is simulated', () => {
    const answer = answerTo([message('p', true), message('s', false)], noon)
    expect(answer?.id).toBe('answer-s')
    expect(answer?.message).toMatch(/^Simulated answer: /)
    expect(answerTo([message('s', false), message('answer-s', true)], noon)).toBeNull()
  })

  test('answers nothing of long ago, and not itself', () => {
    expect(answerTo([message('s', false, 11)], noon)).toBeNull()
    expect(answerTo([message('p', true)], noon)).toBeNull()
    expect(answerTo([], noon)).toBeNull()
  })

  test('is asked after within 20 seconds, each of them, until the end', async () => {
    vi.useFakeTimers({ now: noon })
    const stop = new AbortController()
    const asked = new Set<string>()
    const sent: unknown[] = []
    const running = answerChats(
      {
        readChat: async (_key, { patientId }) => {
          asked.add(patientId)
          return { messages: asked.size === 1 ? [message('s', false)] : [] }
        },
        send: async (_key, _path, items) => {
          sent.push(...items)
          return { stored: 1, replayed: 0, refused: 0, reason: null }
        },
      },
      { signal: stop.signal, now: () => Date.now() },
    )
    await vi.advanceTimersByTimeAsync(20_000)
    stop.abort()
    await running
    vi.useRealTimers()
    expect(asked.size).toBeGreaterThan(20)
    expect(sent).toEqual([expect.objectContaining({ id: 'answer-s', patientId: [...asked][0] })])
  })
})

onPglite(
  (database) =>
    seedDemonstration({
      database,
      identity: noIdentity,
      secrets: box,
      clock: { now: () => noon },
    }),
  (opened) => {
    test('the demonstration has three conversations, none of the future, and one message of 02:14 that nobody answered', async () => {
      const rows = await opened.database.kysely
        .selectFrom('chat_message')
        .select(['patient_id', 'author_id', 'created_at'])
        .orderBy('revision')
        .execute()
      expect(new Set(rows.map(({ patient_id: id }) => id)).size).toBe(3)
      expect(rows).toHaveLength(Object.values(conversations).flat().length)
      expect(rows.filter(({ created_at: at }) => Date.parse(at) > noon)).toEqual([])
      expect(rows.at(-1)).toMatchObject({
        author_id: null,
        created_at: '2026-03-02T02:14:00.000Z',
      })
    })
  },
)

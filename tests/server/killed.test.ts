import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const freePort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, () => {
    const { port } = probe.address() as { port: number }
    probe.close(() => resolve(port))
  })
})

let dataDir = ''
let port = 0
let server: ChildProcess | null = null

const start = async (): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMONSTRATION: '1', DATABASE_URL: '', LOG_LEVEL: 'error' },
  })
  server = child
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    try {
      if ((await fetch(`http://127.0.0.1:${port}/ready`)).ok) return
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const kill = async (): Promise<void> => {
  const gone = new Promise((resolve) => server?.on('exit', resolve))
  server?.kill('SIGKILL')
  await gone
}

const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Record<string, never>> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return (await answer.json()) as Record<string, never>
}

const signIn = async (): Promise<{ authorization: string }> => {
  const { idToken } = await post('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test',
    { email: 'admin@riverside.example', password: 'lantern-harbour-violet', returnSecureToken: true }) as unknown as { idToken: string }
  return { authorization: `Bearer ${idToken}` }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lamplight-killed-'))
  port = await freePort()
  await start()
})
afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a server killed with SIGKILL while notes are written starts again on the same directory, and every note it acknowledged is there once', async () => {
  let headers = await signIn()
  const ward = await post('/Prod/graphql', { query: '{ virtualWardPatients(take: 1, skip: 0) { patients { id } } }' }, headers) as unknown as { data: { virtualWardPatients: { patients: { id: string }[] } } }
  const patientId = ward.data.virtualWardPatients.patients[0]?.id
  const acknowledged: string[] = []
  const inFlight: string[] = []

  const write = async (key: string): Promise<void> => {
    const answer = await post('/Prod/graphql', {
      query: 'mutation($p: ID!, $t: String!) { addPatientNote(PatientId: $p, text: $t) { id } }',
      variables: { p: patientId, t: `note ${key}` }, extensions: { idempotencyKey: key },
    }, headers) as unknown as { data?: { addPatientNote: { id: string } } }
    if (answer.data?.addPatientNote.id === key) acknowledged.push(key)
  }

  for (let round = 0; round < 3; round++) {
    const running = new AbortController()
    const writers = Array.from({ length: 3 }, async () => {
      while (!running.signal.aborted) {
        const key = randomUUID()
        try {
          await write(key)
        } catch {
          inFlight.push(key)
        }
      }
    })
    // The kill lands while three writers are busy, after a different number of answers each round.
    while (acknowledged.length < (round + 1) * 15 + round * 7) await new Promise((resolve) => setTimeout(resolve, 2))
    await kill()
    running.abort()
    await Promise.all(writers)
    await start()
    headers = await signIn()
    // What was under way is sent again with its key: it must become one note, whether or not the first try had committed.
    for (const key of inFlight.splice(0)) await write(key)
  }

  const found: string[] = []
  let before: string | undefined
  for (;;) {
    const { data } = await post('/Prod/graphql', {
      query: 'query($p: ID!, $b: DateTime) { patientNotes(patientId: $p, take: 50, before: $b) { notes { text capturedAt } } }', variables: { p: patientId, b: before },
    }, headers) as unknown as { data: { patientNotes: { notes: { text: string; capturedAt: string }[] } } }
    found.push(...data.patientNotes.notes.map((note) => note.text))
    before = data.patientNotes.notes.at(-1)?.capturedAt
    if (data.patientNotes.notes.length < 50 || before === undefined) break
  }
  const times = new Map<string, number>()
  for (const text of found) times.set(text, (times.get(text) ?? 0) + 1)
  expect(acknowledged.length).toBeGreaterThanOrEqual(59)
  expect(acknowledged.filter((key) => times.get(`note ${key}`) !== 1)).toEqual([])
}, 180_000)

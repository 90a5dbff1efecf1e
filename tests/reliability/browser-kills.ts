import { demonstrationPatients } from '../../server/demonstration/people'
import { startBrowser, type BrowserProcess } from './browser-process'
import { bareWrite, openNotes, writeNote, type Credentials } from './note-writer'

/** One note that a person wrote and what the screen had said of it when the browser died. */
interface Written {
  readonly patientId: string
  readonly text: string
  readonly confirmed: boolean
}

export interface BrowserReport {
  readonly kills: number
  readonly confirmed: number
  /**
   * Written when the browser died, before the screen said anything: on the server once or not at
   * all.
   */
  readonly unsure: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly outOfOrder: readonly string[]
  /** Still in the outbox at the end. */
  readonly waiting: readonly string[]
  readonly refused: readonly string[]
  /** Rounds in which the screen did not come to where a note can be written. */
  readonly failures: number
  readonly minutes: number
}

export interface Quantiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}
const quantiles = (values: readonly number[]): Quantiles => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round(
      (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0) * 10,
    ) / 10
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const nurse: Credentials = { email: 'nurse@riverside.example', password: 'lantern-harbour-violet' }
const patients = demonstrationPatients
  .filter((patient) => JSON.stringify(patient).includes('Respiratory Ward'))
  .slice(0, 3)
  .map(({ id }) => id)
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** What the server holds of a patient, in the order in which it took it. */
const storedTexts = async (url: string, patientId: string): Promise<readonly string[]> => {
  const post = async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> =>
    (
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json()
  const { idToken } = (await post(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test',
    { ...nurse, returnSecureToken: true },
  )) as { idToken: string }
  interface Note {
    readonly text: string
    readonly revision: number
    readonly capturedAt: string
  }
  const found: Note[] = []
  for (let before: string | null = null; ;) {
    const { data } = (await post(
      '/Prod/graphql',
      {
        query:
          'query($id: ID!, $before: DateTime) { patientNotes(patientId: $id, take: 50, before: $before) { notes { text revision capturedAt } } }',
        variables: { id: patientId, before },
      },
      { authorization: `Bearer ${idToken}` },
    )) as { data: { patientNotes: { notes: readonly Note[] } } }
    const { notes } = data.patientNotes
    found.push(...notes)
    before = notes.at(-1)?.capturedAt ?? null
    if (notes.length < 50)
      return found.toSorted((a, b) => a.revision - b.revision).map(({ text }) => text)
  }
}

/** Commands on this device that the server has not accepted: their lane, number and state. */
const waitingOn = ({ page }: BrowserProcess): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const request = indexedDB.open('lamplight-outbox-sealed')
        request.addEventListener('success', () => {
          const all: IDBRequest<
            {
              lane: string
              n: number
              state: string
              code: string | null
              tries: number
              unsure: boolean
            }[]
          > = request.result.transaction('command').objectStore('command').getAll()
          all.addEventListener('success', () => {
            request.result.close()
            resolve(
              all.result.flatMap(({ lane, n, state, code, tries, unsure }) =>
                state === 'ACCEPTED'
                  ? []
                  : [
                      `${lane.slice(-4)} ${n} ${state} ${code ?? ''} tried ${tries}${unsure ? ' unsure' : ''}`,
                    ],
              ),
            )
          })
        })
      }),
  )

/**
 * How long 'Saved on this device' takes, over so many notes of one session, half of them without a
 * line; `pauseMs` between two, in the middle of which stands a bare write.
 */
export const measureSaves = async (options: {
  readonly url: string
  readonly profile: string
  readonly saves: number
  readonly pauseMs?: number
}): Promise<Record<'online' | 'offline' | 'bareOnline' | 'bareOffline', Quantiles>> => {
  const { pauseMs = 100 } = options
  const browser = await startBrowser(options.profile)
  try {
    const took = { online: [] as number[], offline: [] as number[] }
    const bare = { online: [] as number[], offline: [] as number[] }
    await openNotes(browser.page, options.url, patients[0] ?? '', nurse)
    await bareWrite(browser.page)
    for (const line of ['online', 'offline'] as const) {
      await browser.setOffline(line === 'offline')
      for (let at = 0; at < options.saves / 2; at += 1) {
        const said = await writeNote(browser.page, `Measured ${line} ${at}`)
        if (said.kind !== 'confirmed') throw new Error(said.words)
        took[line].push(said.ms)
        await pause(pauseMs / 2)
        bare[line].push(await bareWrite(browser.page))
        await pause(pauseMs / 2)
      }
    }
    await browser.setOffline(false)
    return {
      online: quantiles(took.online),
      offline: quantiles(took.offline),
      bareOnline: quantiles(bare.online),
      bareOffline: quantiles(bare.offline),
    }
  } finally {
    await browser.kill()
  }
}

/**
 * Kills a real browser on one profile again and again while a nurse writes notes through the
 * screen, with and without a line, and compares at the end what the screen had confirmed with what
 * the server holds.
 */
export const killBrowsers = async (options: {
  readonly url: string
  readonly profile: string
  readonly kills: number
  readonly random: () => number
  readonly say: (line: string) => void
  readonly mostMs?: number
}): Promise<BrowserReport> => {
  const { url, profile, random, say } = options
  const began = Date.now()
  const written: Written[] = []
  const refused: string[] = []
  let kills = 0
  let failures = 0
  while (kills < options.kills && Date.now() - began < (options.mostMs ?? Infinity)) {
    const browser = await startBrowser(profile)
    const patientId = patients[Math.floor(random() * patients.length)] ?? ''
    const story =
      (['online', 'offline', 'returning', 'starting'] as const)[Math.floor(random() * 4)] ??
      'online'
    let underWay: string | null = null
    let killed: Promise<void> | null = null
    const killIn = (ms: number): void => {
      killed = pause(ms).then(() => browser.kill())
    }
    try {
      if (story === 'starting') killIn(random() * 6_000)
      await openNotes(browser.page, url, patientId, nurse)
      if (story === 'offline' || story === 'returning') await browser.setOffline(true)
      if (story !== 'starting' && story !== 'returning') killIn(random() * 4_000)
      for (let at = 0; at < 40; at += 1) {
        // The line comes back and the browser dies while it sends.
        if (story === 'returning' && at === 3) {
          await browser.setOffline(false)
          killIn(random() * 1_500)
        }
        const text = `Kill ${kills} note ${at}`
        underWay = text
        const said = await writeNote(browser.page, text)
        // Signed out before it was said: it may be saved, like one that the browser died over.
        if (said.kind === 'gone') break
        underWay = null
        if (said.kind === 'refused') {
          refused.push(`${text}: ${said.words}`)
          break
        }
        written.push({ patientId, text, confirmed: true })
        if (random() < 0.3) await pause(random() * 300)
      }
      if (killed === null) killIn(0)
    } catch (thrown) {
      if (killed === null) {
        // On a busy machine a page may take longer than patience lasts: the browser is killed where
        // it stands.
        failures += 1
        const screen = await browser.page
          .locator('body')
          .innerText({ timeout: 5_000 })
          .catch(() => '')
        say(
          `${story}: ${String(thrown).split('\n')[0] ?? ''} The screen: ${screen.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
        )
        killIn(0)
      }
    }
    if (underWay !== null) written.push({ patientId, text: underWay, confirmed: false })
    await killed
    kills += 1
    if (kills % 5 === 0)
      say(
        `${kills} kills, ${written.filter(({ confirmed }) => confirmed).length} notes confirmed, ${Math.round((Date.now() - began) / 1000)} s`,
      )
  }

  const browser = await startBrowser(profile)
  browser.page.on('console', (message) => say(`at the end: ${message.text()}`))
  let waiting: readonly string[] = []
  try {
    await openNotes(browser.page, url, patients[0] ?? '', nurse)
    for (let look = 0; look < 90; look += 1) {
      waiting = await waitingOn(browser)
      if (waiting.length === 0) break
      await pause(1_000)
    }
  } finally {
    await browser.kill()
  }

  const lost: string[] = []
  const doubled: string[] = []
  const outOfOrder: string[] = []
  for (const patientId of patients) {
    const stored = await storedTexts(url, patientId)
    const mine = written.filter((note) => note.patientId === patientId)
    const counts = new Map<string, number>()
    for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1)
    lost.push(
      ...mine
        .filter(({ text, confirmed }) => confirmed && !counts.has(text))
        .map(({ text }) => text),
    )
    doubled.push(
      ...[...counts]
        .filter(([text, count]) => count > 1 && text.startsWith('Kill '))
        .map(([text]) => text),
    )
    const order = new Map(stored.map((text, at) => [text, at]))
    const places = mine.flatMap(({ text }) => {
      const at = order.get(text)
      return at === undefined ? [] : [{ text, at }]
    })
    outOfOrder.push(
      ...places
        .filter(({ at }, index) => index > 0 && at < (places[index - 1]?.at ?? 0))
        .map(({ text }) => text),
    )
  }
  const confirmed = written.filter((note) => note.confirmed).length
  return {
    kills,
    confirmed,
    unsure: written.length - confirmed,
    lost,
    doubled,
    outOfOrder,
    waiting,
    refused,
    failures,
    minutes: Math.round((Date.now() - began) / 6_000) / 10,
  }
}

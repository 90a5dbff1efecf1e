import { expect, test, type Locator, type Page } from '@playwright/test'
import { isFull } from '../depth'
import { cards, graphql, openWard, tokenOf, toWard } from './portal'

/** So many patients of each account are compared, the first of its board. */
const compared = isFull ? 20 : 2

/** What a screen says of one patient. */
interface Told {
  readonly disc: string
  readonly band: string | null
  readonly state: string | null
  /** What is said of it, without its time: that is told where what stands beside it is of another. */
  readonly words: string
}

const minuteMs = 60_000
/** When something was measured that is told as so old, to the minute. */
const agoOf = (text: string | undefined, now: number): number | null => {
  const found = /(?:(\d+) d )?(?:(\d+) hr? )?(?:(\d+) min )?ago|just now/.exec(text ?? '')
  if (found === null) return null
  const [days = 0, hours = 0, minutes = 0] = found.slice(1).map((one) => Number(one ?? 0))
  return now - ((days * 24 + hours) * 60 + minutes) * minuteMs
}
/** Screens are looked at one after the other, and days are told without minutes. */
const isSameTime = (one: number, other: number): boolean =>
  Math.abs(one - other) <= (Date.now() - Math.min(one, other) < 86_400_000 ? 2 : 61) * minuteMs
const expectSameAges = (told: Ages, board: Ages | undefined, where: string): void => {
  for (const of of ['score', 'checkup'] as const) {
    const [one, other] = [told[of], board?.[of] ?? null]
    if (one !== null && other !== null)
      expect(isSameTime(one, other), `age of the ${of} ${where}`).toBe(true)
  }
}

/** When that was measured of which a place tells the age. */
interface Ages {
  readonly score: number | null
  readonly checkup: number | null
}
/** Ages that a place tells: of the score in force where it is old, and of the latest check-up. */
const agesOf = async (place: Locator): Promise<Ages> => {
  const disc = place.locator('[role="img"][data-band]').first()
  const label = (await disc.count()) === 0 ? '' : await disc.getAttribute('aria-label')
  const text = (await place.innerText()).replaceAll('\n', ' ')
  const now = Date.now()
  return {
    score: agoOf(/(?:Stale, |Measure again: \S+ was ).*/.exec(label ?? '')?.[0], now),
    checkup: agoOf(/Check-up (?:(?:\d+ \w+ )+ago|just now)/.exec(text)?.[0], now),
  }
}

const discOf = async (place: Locator): Promise<Told> => {
  const disc = place.locator('[role="img"][data-band]').first()
  await expect(disc).toBeVisible()
  const [text, band, state, words] = await Promise.all([
    disc.textContent(),
    disc.getAttribute('data-band'),
    disc.getAttribute('data-state'),
    disc.getAttribute('aria-label'),
  ])
  return {
    disc: text ?? '',
    band,
    state,
    words: (words ?? '')
      // Of another day with its date, in the US edition `Nov 28, 2026, 11:05 PM`.
      .replace(/, from (?:\w+ \d+, \d{4}, )?[^,]*/, '')
      .replace(/, (Stale|Measure again).*/, ', $1'),
  }
}

/** A patient without any check-up has no disc on some screens. */
const toldBy = async (place: Locator): Promise<Told | null> =>
  (await place.locator('[role="img"][data-band]').count()) === 0 ? null : discOf(place)

const cardOf = (page: Page, id: string): Locator =>
  cards(page).filter({ has: page.locator(`a[href="/patient/${id}"]`) })

const idsOnBoard = async (page: Page): Promise<readonly string[]> => {
  const links = await cards(page)
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))
  return links.slice(0, compared).map((href) => href.replace('/patient/', ''))
}

interface OnBoard {
  readonly told: Told | null
  readonly text: string
  readonly ages: Ages
}
const readBoard = async (
  page: Page,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OnBoard>> => {
  const read = new Map<string, OnBoard>()
  for (const id of ids) {
    const card = cardOf(page, id)
    if ((await card.count()) === 0) continue
    read.set(id, {
      told: await toldBy(card),
      text: await card.innerText(),
      ages: await agesOf(card),
    })
  }
  return read
}

interface OfServer {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly continuousMonitoringSession: { readonly id: string } | null
  readonly latestCheckup: {
    readonly id: string
    readonly endedAt: string
    readonly ewsScores: { readonly totalScore: number | null; readonly missing: number } | null
  } | null
  readonly trend: readonly { readonly totalScore: number | null }[]
}

const query = `query ($patientId: ID!) {
  patientOnBoard(patientId: $patientId) {
    patients {
      firstName lastName birthDate
      continuousMonitoringSession { id }
      latestCheckup { id endedAt ewsScores { totalScore missing } }
      trend { totalScore }
    }
  }
}`

const accounts = isFull
  ? [
      'nurse@riverside.example',
      'carer@willowbank.example',
      'gp@eastgate.example',
      'nurse@harbor.example',
    ]
  : ['nurse@riverside.example', 'nurse@harbor.example']

for (const account of accounts)
  test(`board, grid, record, check-up, wall and API agree on the score in force, its band and age and on who it is of, for ${account}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(isFull ? 600_000 : 180_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openWard(page, account)
    if (isFull) {
      await page.getByLabel('Patients per page').selectOption('25')
      await expect.poll(() => cards(page).count()).toBeGreaterThan(10)
    }
    const ids = await idsOnBoard(page)
    expect(ids.length).toBeGreaterThan(0)
    const token = await tokenOf(request, account)
    const board = await readBoard(page, ids)
    const known = new Map<string, OfServer>()
    for (const id of ids) {
      const { patientOnBoard } = await graphql<{ patientOnBoard: { patients: OfServer[] } }>(
        request,
        token,
        query,
        { patientId: id },
      )
      const [one] = patientOnBoard.patients
      if (one === undefined) throw new Error(`The server has no ${id} on the board`)
      known.set(id, one)
    }
    /** What the other screens said. */
    const said: {
      readonly id: string
      readonly where: string
      readonly told: Told | null
      readonly ages: Ages
    }[] = []
    const look = async (id: string, where: string, place: Locator): Promise<void> => {
      said.push({ id, where, told: await toldBy(place), ages: await agesOf(place) })
    }

    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByLabel('Two columns').check()
    await page.keyboard.press('Escape')
    for (const id of ids) await look(id, 'grid', cardOf(page, id))

    for (const [id, { told, text, ages }] of board) {
      const patient = known.get(id)
      if (patient === undefined) throw new Error(`No ${id}`)
      const latest = patient.latestCheckup
      const totals = [latest?.ewsScores, ...patient.trend].map((one) => one?.totalScore ?? null)
      if (told !== null && patient.continuousMonitoringSession === null) {
        if (/^\d+$/.test(told.disc)) expect(totals).toContain(Number(told.disc))
        if (told.state === 'fresh' && latest?.ewsScores?.missing === 0)
          expect(told.disc).toBe(String(latest.ewsScores.totalScore))
      }
      if (latest !== null && ages.checkup !== null)
        expect(isSameTime(ages.checkup, Date.parse(latest.endedAt)), `age of ${id}`).toBe(true)
      await page.goto(`/patient/${id}`)
      const banner = page.locator('[data-patient-banner]')
      const name = `${patient.lastName.toUpperCase()}, ${patient.firstName}`
      await expect(banner.getByRole('heading', { level: 1 })).toContainText(name)
      expect(text).toContain(name)
      if (told !== null) {
        await discOf(banner)
        await look(id, 'record', banner)
      }
      const [, born = 'a date of birth', age = 'an age'] =
        /Born\s+(.+?) \((.+?)\)/.exec((await banner.innerText()).replaceAll('\n', ' ')) ?? []
      expect(text, `${name} on the board`).toContain(born)
      expect(text, `${name} on the board`).toContain(age)
      if (latest === null || told === null) continue
      await page.goto(`/patient/${id}/checkup/${latest.id}`)
      await expect(banner.getByRole('heading', { level: 1 })).toContainText(name)
      await discOf(banner)
      await look(id, 'check-up', banner)
    }

    await page.goto('/virtual-ward?display=wall')
    await page.getByLabel('Patient identity').selectOption('full')
    const tiles = page.locator('[data-wall] > ol > li')
    await expect(tiles.first()).toBeVisible()
    for (const [id, { text }] of board) {
      const name = /^(.+, .+)$/m.exec(text)?.[1] ?? ''
      const tile = tiles.filter({ hasText: name })
      if (name === '' || (await tile.count()) !== 1) continue // on another page of the wall
      await look(id, 'wall', tile)
    }

    // All that took its time, in which a score grows old or another comes: then the board says so.
    await toWard(page)
    const after = await readBoard(page, ids)
    for (const { id, where, told, ages } of said) {
      const [first, last] = [board.get(id), after.get(id)]
      const isLast = JSON.stringify(told) === JSON.stringify(last?.told)
      expect(told, `${id}, ${where}`).toEqual(isLast ? last?.told : first?.told)
      expectSameAges(ages, isLast ? last?.ages : first?.ages, `of ${id}, ${where}`)
    }
    const found = said.filter(({ where }) => where === 'wall').length
    expect(found).toBeGreaterThan(0)
    test.info().annotations.push({
      type: 'patients compared',
      description: `${ids.length}, ${found} on the wall`,
    })
  })

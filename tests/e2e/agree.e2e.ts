import { expect, test, type Locator, type Page } from '@playwright/test'
import { isFull } from '../depth'
import { cards, graphql, openWard, tokenOf } from './portal'

/** So many patients of each account are compared, the first of its board. */
const compared = isFull ? 20 : 2

/** What a screen says of one patient. */
interface Told {
  readonly disc: string
  readonly band: string | null
  readonly state: string | null
}

const discOf = async (place: Locator): Promise<Told> => {
  const disc = place.locator('[role="img"][data-band]').first()
  await expect(disc).toBeVisible()
  const [text, band, state] = await Promise.all([
    disc.textContent(),
    disc.getAttribute('data-band'),
    disc.getAttribute('data-state'),
  ])
  return { disc: text ?? '', band, state }
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

interface OfServer {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly continuousMonitoringSession: { readonly id: string } | null
  readonly latestCheckup: {
    readonly id: string
    readonly ewsScores: { readonly totalScore: number | null; readonly missing: number } | null
  } | null
  readonly trend: readonly { readonly totalScore: number | null }[]
}

const query = `query ($patientId: ID!) {
  patientOnBoard(patientId: $patientId) {
    patients {
      firstName lastName birthDate
      continuousMonitoringSession { id }
      latestCheckup { id ewsScores { totalScore missing } }
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
  test(`board, grid, record, check-up, wall and API agree on the score in force and on who it is of, for ${account}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(isFull ? 600_000 : 180_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openWard(page, account)
    const ids = await idsOnBoard(page)
    expect(ids.length).toBeGreaterThan(0)
    const token = await tokenOf(request, account)
    const board = new Map<string, { told: Told | null; text: string }>()
    for (const id of ids) {
      const card = cardOf(page, id)
      board.set(id, { told: await toldBy(card), text: await card.innerText() })
    }

    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByLabel('Two columns').check()
    await page.keyboard.press('Escape')
    for (const id of ids) expect(await toldBy(cardOf(page, id)), id).toEqual(board.get(id)?.told)

    for (const id of ids) {
      const { told = null, text = '' } = board.get(id) ?? {}
      const {
        patientOnBoard: {
          patients: [known],
        },
      } = await graphql<{ patientOnBoard: { patients: OfServer[] } }>(request, token, query, {
        patientId: id,
      })
      if (known === undefined) throw new Error(`The server has no ${id} on the board`)
      const latest = known.latestCheckup
      const totals = [latest?.ewsScores, ...known.trend].map((one) => one?.totalScore ?? null)
      if (told !== null && known.continuousMonitoringSession === null) {
        if (/^\d+$/.test(told.disc)) expect(totals).toContain(Number(told.disc))
        if (told.state === 'fresh' && latest?.ewsScores?.missing === 0)
          expect(told.disc).toBe(String(latest.ewsScores.totalScore))
      }
      await page.goto(`/patient/${id}`)
      const banner = page.locator('[data-patient-banner]')
      const name = `${known.lastName.toUpperCase()}, ${known.firstName}`
      await expect(banner.getByRole('heading', { level: 1 })).toContainText(name)
      expect(text).toContain(name)
      if (told !== null) expect(await discOf(banner), `${name} on the record`).toEqual(told)
      const born = /Born\s+(.+?) \(/.exec((await banner.innerText()).replaceAll('\n', ' '))?.[1]
      expect(text, `${name} on the board`).toContain(born ?? 'a date of birth')
      if (latest === null || told === null) continue
      await page.goto(`/patient/${id}/checkup/${latest.id}`)
      await expect(banner.getByRole('heading', { level: 1 })).toContainText(name)
      expect(await discOf(banner), `${name} on the check-up's page`).toEqual(told)
    }

    await page.goto('/virtual-ward?display=wall')
    await page.getByLabel('Patient identity').selectOption('full')
    const tiles = page.locator('[data-wall] > ol > li')
    await expect(tiles.first()).toBeVisible()
    let found = 0
    for (const id of ids) {
      const { told = null, text = '' } = board.get(id) ?? {}
      const name = /^(.+, .+)$/m.exec(text)?.[1] ?? ''
      const tile = tiles.filter({ hasText: name })
      if (name === '' || (await tile.count()) !== 1) continue // on another page of the wall
      found += 1
      expect(await toldBy(tile), `${name} on the wall`).toEqual(told)
    }
    expect(found).toBeGreaterThan(0)
  })

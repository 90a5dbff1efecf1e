// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ewsInputOf } from '../../../src/domain/checkup/ews-input'
import { scoreCheckup, type EwsScheme } from '../../../src/domain/ews/score'
import { shownData } from '../../../src/features/virtual-ward/card-data.view'
import { handoverFacts } from '../../../src/domain/handover/facts'
import { bucketTotal, scoreBucket } from '../../../src/domain/monitoring/threshold-scores'
import { ownValues } from '../../../src/domain/virtual-ward/own-values'
import { measuredBits } from '../../../src/domain/virtual-ward/measured'
import { countingAt, shownScore } from '../../../src/domain/virtual-ward/shown-score'
import type { VirtualWardPatient } from '../../../src/domain/virtual-ward/virtual-ward'
import { sbardOf } from '../../../src/features/handover/handover.view'
import { paperRow } from '../../../src/features/virtual-ward/paper/board-paper.view'
import { boardTexts } from '../../../src/texts/board'
import { checkupTexts } from '../../../src/texts/checkup'
import { uiTexts } from '../../../src/texts/ui'
import { measuredWords, reasonWords } from '../../../src/ui/risk'
import {
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
} from '../clinical-portal'

const bannerName = boardTexts('en-GB').current.label
const minute = 60_000
const hour = 60 * minute
const now = Date.parse('2026-03-02T12:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()
const scheme: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }

/** A number of 0 to 1 that is the same in each run (Park and Miller). */
const dice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A made patient: anything may be grave, missing, old, or newer by monitoring. */
const made = (seed: number): VirtualWardPatient => {
  const roll = dice(seed * 7_919 + 17)
  for (let warm = 0; warm < 5; warm += 1) roll()
  const between = (least: number, most: number): number => least + (most - least) * roll()
  const maybe = <Value,>(value: Value): Value | null => (roll() < 0.12 ? null : value)
  const tenth = (value: number): number => Math.round(value * 10) / 10
  const endedAt = iso(now - between(1, roll() < 0.5 ? 25 : 900) * minute)
  const readings = {
    ...checkupOf(`c${seed}`),
    endedAt,
    receivedAt: endedAt,
    respiratoryRate: maybe({ value: tenth(between(6, 34)), source: null }),
    pulseOxiData: maybe({
      averageSpO2: tenth(between(82, 100)),
      uneditedAverageSpO2: null,
      averageHr: null,
      confidence: 'HIGH',
      device: null,
      isManual: false,
    }),
    pulseRate: maybe({ value: tenth(between(35, 150)), source: null, isManual: false }),
    temperature: maybe({ value: tenth(between(34, 40)), device: null, isManual: false }),
    bloodPressureData: maybe({
      systolic: Math.round(between(75, 230)),
      diastolic: 62,
      position: null,
      device: null,
      isManual: false,
    }),
    consciousness: maybe((['A', 'A', 'A', 'V', 'C'] as const)[Math.floor(between(0, 5))] ?? 'A'),
    onOxygen: maybe(roll() < 0.3),
  }
  const ewsScores = scoreCheckup(ewsInputOf(readings, false), scheme)
  const measured = (value: number) => ({
    value: tenth(value),
    median: value,
    min: value,
    max: value,
  })
  const isMonitored = roll() < 0.5
  const bucketEndAt = iso(now - between(1, 50) * minute)
  const vitals = {
    respiratoryRate: measured(between(6, 34)),
    spo2: measured(between(82, 100)),
    heartRate: measured(between(35, 150)),
    pulseRate: null,
    temperature: roll() < 0.5 ? measured(between(34, 40)) : null,
  }
  const thresholdScores = scoreBucket(vitals as never, scheme, false)
  expect(bucketTotal(thresholdScores).total).not.toBeNull()
  const latest = { ...readings, patientId: `p${seed}`, ewsScores }
  // Of every third somebody was weighed since: the whole check-up stands behind it.
  const isWeighed = seed % 3 === 0
  const weighedAt = iso(Math.min(now - minute, Date.parse(endedAt) + 20 * minute))
  const weighed = {
    ...latest,
    id: `w${seed}`,
    endedAt: weighedAt,
    receivedAt: weighedAt,
    respiratoryRate: null,
    pulseOxiData: null,
    pulseRate: null,
    temperature: null,
    bloodPressureData: null,
    consciousness: null,
    onOxygen: null,
    ewsScores: null,
  }
  const point = {
    endedAt,
    totalScore: ewsScores.totalScore,
    riskLevel: ewsScores.riskLevel,
    measured: measuredBits(ewsScores),
  }
  return cardOf(`p${seed}`, {
    firstName: 'Ann',
    lastName: `Made${String.fromCodePoint(65 + seed)}`,
    numSimilarNames: 0,
    latestCheckup: isWeighed ? weighed : latest,
    earlierCheckups: isWeighed ? [latest] : [],
    trend: isWeighed ? [point] : [],
    alerts: [],
    ...(isMonitored
      ? {
          continuousMonitoringSession: {
            id: 's',
            organization: { id: 'o1' },
            type: 'Lamplight',
            createdAt: iso(now - 20 * hour),
            endedAt: null,
          },
          latestContinuousMonitoring: {
            bucketStartAt: iso(Date.parse(bucketEndAt) - 15 * minute),
            bucketEndAt,
            receivedAt: bucketEndAt,
            ...vitals,
            heartRhythm: null,
            activityLevel: null,
            battery: { ecg: null, spo2: null, temperature: null },
            scoreMarks: 0,
            thresholdScores,
          } as unknown as VirtualWardPatient['latestContinuousMonitoring'],
        }
      : {}),
  })
}
const ward = Array.from({ length: 25 }, (_, seed) => made(seed))

/** What a surface shows of a patient. */
interface Told {
  readonly disc: string
  readonly band: string | null
  readonly tiles: Readonly<Record<string, string>>
}
const toldBy = (place: Element): Told => {
  const disc = place.querySelector('[role="img"][data-band]')
  const tiles = [...place.querySelectorAll('[role="group"][data-score]')].map(
    (tile): [string, string] => [
      tile.getAttribute('aria-label') ?? '',
      // The whole tile: value, unit, score, marks, age, and whether it is out of date.
      `${tile.getAttribute('data-state')} ${tile.getAttribute('data-score')} ${tile.textContent}`,
    ],
  )
  return {
    disc: disc?.textContent ?? '',
    band: disc?.getAttribute('data-band') ?? null,
    tiles: Object.fromEntries(tiles),
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Each patient alone on the board, or on the wall. */
const shownOn = async (path: string, patient: VirtualWardPatient, role: string) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([patient], { total: 1 }))
  openClinical(path, { fake })
  const place = (await screen.findAllByRole(role)).find(
    ({ textContent }) =>
      textContent.includes(patient.lastName.toUpperCase()) || role === 'listitem',
  )
  if (place === undefined) throw new Error(`No ${patient.lastName} on ${path}`)
  const told = toldBy(place)
  const text = place.textContent
  cleanup()
  return { ...told, text }
}

/** The banner of their record, or the summary of one of their check-ups. */
const shownInRecord = async (path: string, patient: VirtualWardPatient, region: string) => {
  const fake = clinicalRuntime()
  const checkups = [patient.latestCheckup, ...patient.earlierCheckups].filter((one) => one !== null)
  fake
    .view('patientRecord')
    .set(answered([patientOf({ id: patient.id, latestCheckup: patient.latestCheckup })]))
  fake.view('patientOnBoard').set(answered([patient]))
  fake.view('patientCheckups').set(answered(checkups))
  fake.view('checkupDetail').set(answered(checkups.filter(({ id }) => path.endsWith(id))))
  openClinical(path, { fake })
  const place = await screen.findByRole('region', { name: region })
  const told = toldBy(place)
  const text = place.textContent
  cleanup()
  return { ...told, text }
}

test.each(ward.map((patient) => [patient.lastName, patient] as const))(
  '%s: card, wall, printed board, handover, banner and check-up agree on score, band, reason, values and their ages',
  async (_name, patient) => {
    const score = shownScore(patient, countingAt(patient, now))
    const number =
      score.total !== null
        ? String(score.total)
        : score.atLeast !== null
          ? `≥${score.atLeast}`
          : null
    const own = ownValues(patient)
    const reason = reasonWords(patient, now, 'en-GB')

    const card = await shownOn('/virtual-ward', patient, 'article')
    expect(card.text).toContain(reason)
    expect(Object.keys(card.tiles).length).toBe(7)

    const banner = await shownInRecord(`/patient/${patient.id}`, patient, bannerName)
    expect([banner.disc, banner.band]).toEqual([card.disc, card.band])
    expect(banner.text).toContain(reason)
    const scored = [patient.latestCheckup, ...patient.earlierCheckups].find(
      (one) => one !== null && !score.isMonitored && Date.parse(one.endedAt) === score.measuredAtMs,
    )
    if (scored != null && score.total !== null) {
      const path = `/patient/${patient.id}/checkup/${scored.id}`
      const summary = await shownInRecord(path, patient, checkupTexts('en-GB').summary.heading)
      expect([summary.disc, summary.band]).toEqual([card.disc, card.band])
    }

    vi.stubGlobal('innerWidth', 1_920)
    vi.stubGlobal('innerHeight', 1_300)
    const wall = await shownOn('/virtual-ward?display=wall', patient, 'listitem')
    expect([wall.disc, wall.band]).toEqual([card.disc, card.band])
    for (const [label, tile] of Object.entries(wall.tiles))
      expect([label, tile]).toEqual([label, card.tiles[label]])
    // What scores and is not on the wall is said to be there.
    const scoring = own.filter((value) => (value.score ?? 0) > 0).length
    if (Object.keys(wall.tiles).length < scoring) expect(wall.text).toMatch(/\d more/)

    const paper = paperRow(
      patient,
      { identity: 'full', history: 'all' } as never,
      now,
      'en-GB',
      uiTexts('en-GB'),
    )
    const handover = sbardOf(patient, handoverFacts(patient, null, [], now), now, 'en-GB')
    if (number === null) expect(card.band).toBe('unknown')
    else {
      expect(paper.score.replace('at least ', '≥')).toContain(number.replace('≥', ''))
      expect(handover.situation).toContain(number.replace('≥', ''))
      if (score.total !== null) expect(card.disc).toBe(number)
    }
    if (reason !== '') {
      expect(paper.why).toContain(reason)
      expect(handover.situation.toLowerCase()).toContain(reason.toLowerCase())
    }
    const handed = handover.assessment.toLowerCase()
    for (const value of own) expect(handed).toContain(measuredWords(value, 'en-GB').toLowerCase())
    // On paper as on the card: the value, and the score where it has one.
    const labels = new Map(shownData(patient, 'en-GB')?.tiles.map(({ key, label }) => [key, label]))
    for (const { key, text } of paper.values) {
      const tile = card.tiles[labels.get(key) ?? ''] ?? ''
      if (tile.startsWith('missing')) continue
      const [value = ''] = text.split(' ')
      expect(tile).toContain(value)
      expect(/\((\d)\)/.exec(text)?.[1] ?? '0').toBe(/Score (\d)/i.exec(tile)?.[1] ?? '0')
    }
  },
)

import { beforeAll, describe, expect, test } from 'vitest'
import {
  CarePathwayDocument,
  CarePathwaysDocument,
  CreateCarePathwayDocument,
} from '../../schema/generated/documents/pathway'
import { TransferPatientToCarePathwayDocument } from '../../schema/generated/documents/stay'
import { copyTemplates } from '../../server/areas/pathway'
import { alertConditionSchema } from '../../src/domain/alerts/rule'
import { pathwayTemplates } from '../../src/domain/pathway/templates'
import { checkupTilesSchema, shownTiles, tileKeys } from '../../src/domain/pathway/tiles'
import { nextDecision } from '../../src/domain/schedule/slot'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}

interface Detail {
  readonly revision: number
  readonly checkupTypes: readonly {
    readonly id: string
    readonly name: string
    readonly schedule: unknown
    readonly checkupTiles: unknown
  }[]
  readonly alertRules: readonly { readonly id: string; readonly condition: unknown }[]
}

describe('the tiles of a check-up type', () => {
  test('P192 O135 there are ten, in the order in which they are shown', () => {
    const tiles = Object.fromEntries(tileKeys.map((key) => [key, { rule: 'required' }]))
    expect(shownTiles(checkupTilesSchema.parse(tiles)).map(({ key }) => key)).toEqual([
      'symptomsQuestionnaire',
      'consciousness',
      'bloodPressureCuff',
      'pulseOximeter',
      'respiratoryRate',
      'stethoscope',
      'temperature',
      'weight',
      'glucose',
      'picture',
    ])
  })

  test('P193 O217 each has one of three rules', () => {
    for (const rule of ['required', 'optional', 'disabled'])
      expect(checkupTilesSchema.safeParse({ weight: { rule } }).success, rule).toBe(true)
    expect(checkupTilesSchema.safeParse({ weight: { rule: 'forced' } }).success).toBe(false)
    expect(checkupTilesSchema.safeParse({ weight: {} }).success).toBe(false)
    expect(checkupTilesSchema.safeParse({ pulse: { rule: 'required' } }).success).toBe(false)
  })

  test('O134 a disabled tile, and one that is absent, is not shown', () => {
    expect(
      shownTiles({
        weight: { rule: 'disabled', manualEntry: true },
        glucose: { rule: 'optional' },
      }),
    ).toEqual([{ key: 'glucose', rule: 'optional', settings: [] }])
  })

  test('P194 a tile has the settings that belong to it, and no others', () => {
    const tiles = checkupTilesSchema.parse({
      respiratoryRate: { rule: 'required', manualEntry: true, usePlethAI: true },
      stethoscope: {
        rule: 'optional',
        forceOnAbnormalRespiratoryRate: true,
        forceOnAbnormalSpO2: false,
        forceOnRespiratorySoftSigns: true,
      },
    })
    expect(shownTiles(tiles).map(({ settings }) => settings)).toEqual([
      ['manualEntry', 'usePlethAI'],
      ['forceOnAbnormalRespiratoryRate', 'forceOnRespiratorySoftSigns'],
    ])
    for (const wrong of [
      { weight: { rule: 'required', usePlethAI: true } },
      { picture: { rule: 'required', manualEntry: true } },
      { temperature: { rule: 'required', forceOnAbnormalSpO2: true } },
    ])
      expect(checkupTilesSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })
})

describe('the templates', () => {
  test('K12 there are at least three, each with a scheduled check-up and with alert rules', () => {
    expect(pathwayTemplates.length).toBeGreaterThanOrEqual(3)
    expect(new Set(pathwayTemplates.map(({ key }) => key)).size).toBe(pathwayTemplates.length)
    for (const { name, checkupTypes, alertRules } of pathwayTemplates) {
      expect(
        checkupTypes.some(({ schedule }) => schedule !== null),
        name,
      ).toBe(true)
      expect(alertRules.length, name).toBeGreaterThan(2)
    }
  })

  for (const { name, checkupTypes, alertRules } of pathwayTemplates)
    test(`K12 all of ${name} is readable: schedules, tiles and conditions`, () => {
      for (const { schedule, tiles } of checkupTypes) {
        expect(checkupTilesSchema.safeParse(tiles).success).toBe(true)
        if (schedule !== null)
          expect(
            nextDecision({ schedule, zone: 'Europe/London', startMs: now }, now),
          ).not.toBeNull()
      }
      for (const { condition, severity } of alertRules) {
        expect(alertConditionSchema.parse(condition)).toEqual(condition)
        expect(severity).toBeGreaterThan(0)
      }
      // What the score is made of is asked for by some check-up, and so is what a rule looks at.
      const asked = checkupTypes.flatMap(({ tiles }) => shownTiles(tiles).map(({ key }) => key))
      expect(asked).toEqual(
        expect.arrayContaining([
          'consciousness',
          'bloodPressureCuff',
          'pulseOximeter',
          'respiratoryRate',
          'temperature',
        ]),
      )
      const looksAtWeight = alertRules.some(
        ({ condition }) => condition.kind === 'trend' && condition.of === 'weight',
      )
      expect(!looksAtWeight || asked.includes('weight')).toBe(true)
    })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const list = (options: Ask = {}) =>
    server.ask(CarePathwaysDocument.text, { as: 'admin', ...options })
  const show = (id: string, options: Ask = {}) =>
    server.ask(CarePathwayDocument.text, { as: 'admin', variables: { id }, ...options })
  const add = (name: string, template: string | null, options: Ask = {}) =>
    server.ask(CreateCarePathwayDocument.text, {
      as: 'admin',
      variables: { name, template },
      ...options,
    })
  const actionsOn = (id: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'details'])
        .where('entity_type', '=', 'care_pathway')
        .where('entity_id', '=', id)
        .orderBy('seq')
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
  })

  test('O374 C513 the list has each pathway of the acting organisation, with its counts and dates', async () => {
    expect(valueOf(await list())).toEqual([
      {
        id: 'pathway-w',
        name: 'West Ward pathway',
        createdAt: at(9999),
        updatedAt: at(9999),
        activePatients: 3,
        totalAdmissions: 3,
      },
    ])
    expect(valueOf<readonly { id: string }[]>(await list({ as: 'carer' }))).toMatchObject([
      { id: 'pathway-h', activePatients: 0, totalAdmissions: 0 },
    ])
    expect(codeOf(await list({ as: 'owl' }))).toBe('FORBIDDEN')
  })

  test('an ended admission is no active patient, and a transfer counts once in both pathways', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('care_pathway')
        .values({
          id: 'pathway-next',
          organization_id: 'w',
          name: 'a next pathway',
          created_at: at(9999),
          updated_at: at(9999),
          revision: 1,
        })
        .execute()
      await trx
        .updateTable('ward_admission')
        .set({ care_pathway_id: 'pathway-next' })
        .where('id', '=', 'admission-a1')
        .execute()
      await trx
        .updateTable('ward_admission')
        .set({ discharged_at: at(0) })
        .where('id', '=', 'admission-a2')
        .execute()
    })
    expect(valueOf(await list())).toMatchObject([
      { name: 'a next pathway', activePatients: 1, totalAdmissions: 1 },
      { name: 'West Ward pathway', activePatients: 1, totalAdmissions: 3 },
    ])
  })

  test('an admission that was transferred onto a pathway and off it again stays in its total', async () => {
    for (const carePathwayId of ['pathway-next', 'pathway-w'])
      valueOf(
        await server.ask(TransferPatientToCarePathwayDocument.text, {
          as: 'admin',
          variables: { patientId: 'b1', carePathwayId },
        }),
      )
    expect(valueOf(await list())).toMatchObject([
      { name: 'a next pathway', activePatients: 1, totalAdmissions: 2 },
      { name: 'West Ward pathway', activePatients: 1, totalAdmissions: 3 },
    ])
  })

  test('K12 an organisation is given a pathway of each template, or of those that are named', async () => {
    const [all, some] = await opened.database.asSystem(async (trx) => [
      await copyTemplates(trx, 'h', at(0)),
      await copyTemplates(trx, 'p', at(0), ['frailty', 'copd']),
    ])
    expect(all).toHaveLength(pathwayTemplates.length)
    expect(some).toHaveLength(2)
    const listed = valueOf<readonly { name: string }[]>(await list({ as: 'gp' }))
    expect(listed.map(({ name }) => name)).toEqual([
      'COPD exacerbation',
      'Frailty',
      'Park Practice pathway',
    ])
    const detail = valueOf<Detail>(await show(some[1] ?? '', { as: 'gp' }))
    const frailty = pathwayTemplates.find(({ key }) => key === 'frailty')
    expect(detail.checkupTypes.map(({ name }) => name)).toEqual([
      'Frailty check-up',
      'Weekly weight',
    ])
    expect(detail.checkupTypes[0]?.checkupTiles).toEqual(frailty?.checkupTypes[0]?.tiles)
    expect(detail.checkupTypes[0]?.schedule).toEqual(frailty?.checkupTypes[0]?.schedule)
    expect(detail.alertRules.map(({ condition }) => condition)).toEqual(
      frailty?.alertRules.map(({ condition }) => condition),
    )
  })

  test('K12 an administrator adds a pathway from a template, or an empty one', async () => {
    const made = valueOf<{ id: string }>(await add('  Lungs ', 'respiratory'))
    expect(valueOf<Detail>(await show(made.id))).toMatchObject({
      name: 'Lungs',
      checkupTypes: [{ heading: 'Respiratory check-up' }],
    })
    const empty = valueOf<{ id: string }>(await add('Own', null))
    expect(valueOf<Detail>(await show(empty.id))).toMatchObject({
      name: 'Own',
      checkupTypes: [],
      alertRules: [],
    })
    expect(await actionsOn(made.id)).toMatchObject([
      { action: 'createCarePathway', actor_id: 'admin', details: { template: 'respiratory' } },
    ])
  })

  test('a name that is blank or too long, and a template that there is not, are refused by name', async () => {
    for (const [name, template, path] of [
      ['  ', null, 'name'],
      ['\u2060', null, 'name'],
      ['x'.repeat(81), null, 'name'],
      ['Lungs', 'lungs', 'template'],
    ] as const) {
      const answer = await add(name, template)
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([{ path }])
    }
  })

  test('a name that another pathway of the organisation has is refused, however it is written', async () => {
    valueOf(await add('Heart – failure', null))
    const taken = [{ path: 'name', message: 'There is a care pathway with this name' }]
    for (const name of ['Heart – failure', ' heart  FAILURE ', 'Heart-fail\u200bure'])
      expect((await add(name, null)).errors[0]?.extensions?.argErrors).toEqual(taken)
    const both = await Promise.all([add('At once', null), add('AT ONCE', null)])
    expect(both.map(codeOf).toSorted()).toEqual(['BAD_USER_INPUT', 'ok'])
  })

  test('K12 who may not edit pathways adds none, and sees those there are', async () => {
    for (const as of ['manager', 'nurse', 'care', 'reader'])
      expect(codeOf(await add('Mine', 'copd', { as })), as).toBe('FORBIDDEN')
    expect(codeOf(await show('pathway-w', { as: 'reader' }))).toBe('ok')
  })

  test('O373 another organisation’s pathway is answered as a random id, also where a patient of it is seen', async () => {
    for (const id of ['pathway-h', 'random'])
      expect(await show(id)).toEqual(await show('no-such-id'))
    expect(codeOf(await show('pathway-h', { as: 'gp' }))).toBe('NOT_FOUND')
  })
})

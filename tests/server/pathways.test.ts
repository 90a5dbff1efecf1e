import { beforeAll, describe, expect, test } from 'vitest'
import { CarePathwaysDocument } from '../../schema/generated/documents/pathway'
import { checkupTilesSchema, shownTiles, tileKeys } from '../../src/domain/pathway/tiles'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
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

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const list = (options: Ask = {}) =>
    server.ask(CarePathwaysDocument.text, { as: 'admin', ...options })
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
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  CarePathwayDocument,
  UpdateCarePathwayDocument,
} from '../../schema/generated/documents/pathway'
import { checkupStorage } from '../../server/ingest/checkups'
import { storeOnce } from '../../server/ingest/store-once'
import { runDue } from '../../server/jobs'
import type { CarePathwayDetail } from '../../src/data/pathway'
import { checkupIngestSchema } from '../../src/domain/checkup/ingest'
import { defaultThresholds, moveTick } from '../../src/domain/ews'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import type { PathwayDraft } from '../../src/domain/pathway/pathway'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines, onPglite, type Opened } from './engines'
import { wellCheckup } from './ingest/device'
import { at, buildWorld, now } from './world'

const hour = 3_600_000
const schedule = (hours: string) => ({
  rrule: `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0;BYSECOND=0`,
  tolerance: { early: 1800, late: 3600 },
})
const type = (id: string | null, hours: string | null): PathwayDraft['checkupTypes'][number] => ({
  id,
  name: 'Vitals',
  heading: 'Vital signs',
  description: 'Four times a day',
  schedule: hours === null ? null : schedule(hours),
  checkupTiles: { pulseOximeter: { rule: 'required', manualEntry: true } },
})
const rule = (id: string | null, atLeast: number): PathwayDraft['alertRules'][number] => ({
  id,
  name: 'High score',
  description: 'Emergency',
  type: 'new-checkup',
  condition: { kind: 'totalScore', atLeast },
  severity: 4,
})
const draft = (part: Partial<PathwayDraft> = {}): PathwayDraft => ({
  name: 'West Ward pathway',
  checkupTypes: [type(null, '8,20')],
  alertRules: [rule(null, 7)],
  ...part,
})
const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]

const edited = (opened: Opened) => {
  let server: TestServer
  let time = now
  const clock = { now: () => time }
  const show = async (id = 'pathway-w') =>
    valueOf<CarePathwayDetail>(
      await server.ask(CarePathwayDocument.text, { as: 'admin', variables: { id } }),
    )
  const save = (pathway: unknown, revision: number, options: Ask = {}, id = 'pathway-w') =>
    server.ask(UpdateCarePathwayDocument.text, {
      as: 'admin',
      variables: { id, revision, pathway },
      ...options,
    })
  /** Saves over what is there. */
  const set = async (pathway: PathwayDraft): Promise<CarePathwayDetail> =>
    valueOf(await save(pathway, (await show()).revision))
  const changes = () =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['actor_id', 'details'])
        .where('action', '=', 'updateCarePathway')
        .orderBy('seq')
        .execute(),
    )
  const missed = () =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('alert_trigger')
        .select(['patient_id', 'expected_at'])
        .where('expected_at', 'is not', null)
        .orderBy('expected_at')
        .orderBy('patient_id')
        .execute(),
    )
  const decide = () => runDue(opened.database, { clock, asksDatabase: false })
  beforeAll(async () => {
    server = await startServer(opened.database, { clock })
  })
  beforeEach(async () => {
    time = now
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('checkup_schedule_progress').execute()
      await trx.deleteFrom('alert_rule').execute()
      await trx.deleteFrom('checkup_type').execute()
    })
  })

  return {
    show,
    save,
    set,
    changes,
    missed,
    decide,
    server: () => server,
    setTime: (ms: number) => {
      time = ms
    },
  }
}

onBothEngines(buildWorld, (opened) => {
  const { show, save, set, changes, missed, decide, server, setTime } = edited(opened)

  test('K12 after how long alerts escalate is changed, logged with before and after; left out, it stays', async () => {
    const of = async () => (await show()).escalateAfterMinutes ?? null
    const before = await of()
    await set(draft({ escalateAfterMinutes: 45 }))
    expect(await of()).toBe(45)
    expect((await changes()).at(-1)?.details).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({
          what: 'pathway',
          before: { escalateAfterMinutes: before },
          after: { escalateAfterMinutes: 45 },
        }),
      ]) as unknown,
    })
    await set(draft({ name: 'West Ward pathway' }))
    expect(await of()).toBe(45)
    await set(draft({ escalateAfterMinutes: null }))
    expect(await of()).toBeNull()
    for (const wrong of [0, 1441])
      expect(
        codeOf(await save(draft({ escalateAfterMinutes: wrong }), (await show()).revision)),
      ).toBe('BAD_USER_INPUT')
  })

  test('K12 thresholds of a pathway score check-ups from now on, are told to devices and logged with before and after', async () => {
    const of = async () => (await show()).ewsThresholds
    const told = async () =>
      opened.database.asSystem(async (trx) => {
        const { v } = await trx
          .selectFrom('change')
          .select((eb) => eb.fn.max('v').as('v'))
          .where('organization_id', '=', 'w')
          .executeTakeFirstOrThrow()
        return (
          await trx
            .selectFrom('change')
            .select(['entity', 'patient_id'])
            .where('organization_id', '=', 'w')
            .where('v', '=', v)
            .orderBy('patient_id')
            .execute()
        ).map(({ entity, patient_id: id }) => [entity, id])
      })
    const ofPatient = async () =>
      valueOf<object>(
        await server().ask(
          '{ patient(patientId: "a1") { ewsDefault { schemeName thresholds } latestCheckup { id ewsScores { totalScore } } } }',
          { as: 'admin' },
        ),
      )
    const scored = async (id: string) => {
      const { ewsScores } = await storeOnce(
        opened.database,
        checkupStorage,
        'w',
        checkupIngestSchema.parse(wellCheckup(id, 'a1')),
        { id },
        now,
      )
      return ewsScores
    }
    await set(draft())
    await set(draft({ ewsThresholds: null }))
    expect(await of()).toBeNull()
    const before = await ofPatient()
    expect(await scored('before')).toMatchObject({ HRScore: 0 })
    const wary = {
      ...defaultThresholds,
      pulse: moveTick('pulse', defaultThresholds.pulse, 2, 60),
    }
    const name = 'West Ward pathway'
    await set(draft({ name, ewsThresholds: wary as EwsThresholds }))
    expect(await of()).toEqual(wary)
    expect(await told()).toEqual(
      expect.arrayContaining([
        ['patient', 'a1'],
        ['patient', 'b1'],
      ]),
    )
    expect((await changes()).at(-1)?.details).toMatchObject({
      changes: expect.arrayContaining([
        {
          what: 'pathway',
          id: 'pathway-w',
          before: { ewsThresholds: null },
          after: { ewsThresholds: wary },
        },
      ]) as unknown,
    })
    expect(before).toMatchObject({ ewsDefault: { schemeName: 'NEWS2', thresholds: null } })
    expect(await ofPatient()).toMatchObject({
      ewsDefault: { schemeName: name, thresholds: wary },
      latestCheckup: { id: expect.any(String) as string },
    })
    expect(await scored('after')).toMatchObject({ HRScore: 1 })
    // Left out they stay; equal to NEWS2 they are none.
    await set(draft({ name: 'Renamed' }))
    expect(await of()).toEqual(wary)
    expect(await ofPatient()).toMatchObject({ ewsDefault: { schemeName: 'Renamed' } })
    await set(draft({ name, ewsThresholds: defaultThresholds }))
    expect(await of()).toBeNull()
  })

  test('O216 pages and sections of a questionnaire are saved in their order, and the log has before and after', async () => {
    const asked = (pages: readonly string[], sections: readonly string[]) => ({
      symptomsQuestionnaire: {
        rule: 'required' as const,
        pages: pages.map((id, at) => ({
          id,
          name: `Page ${id}`,
          numberOfQuestions: at + 1,
          numberOfSubQuestions: at,
        })),
        sections: sections.map((id) => ({ id, name: `Section ${id}` })),
      },
    })
    const withTiles = (id: string | null, tiles: object) =>
      draft({ checkupTypes: [{ ...type(id, '8'), checkupTiles: tiles }] })
    const made = await set(withTiles(null, asked(['a', 'b'], [])))
    const id = made.checkupTypes[0]?.id ?? ''
    await set(withTiles(id, asked(['b', 'a', 'c'], ['x'])))
    expect((await show()).checkupTypes[0]?.checkupTiles).toEqual(asked(['b', 'a', 'c'], ['x']))
    expect((await changes()).at(-1)?.details).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({
          what: 'checkupType',
          id,
          before: expect.objectContaining({ checkupTiles: asked(['a', 'b'], []) }) as unknown,
          after: expect.objectContaining({
            checkupTiles: asked(['b', 'a', 'c'], ['x']),
          }) as unknown,
        }),
      ]) as unknown,
    })
  })

  test('K12 one save sets name, check-up types and rules, and the log has before and after', async () => {
    const made = await set(draft())
    const [kind, high] = [made.checkupTypes[0]?.id ?? '', made.alertRules[0]?.id ?? '']
    setTime(now + hour)
    const saved = await set(
      draft({
        name: ' Respiratory ',
        checkupTypes: [type(kind, '9,21'), { ...type(null, null), name: 'Weight' }],
        alertRules: [rule(null, 5), rule(high, 6)],
      }),
    )
    expect(saved).toMatchObject({
      name: 'Respiratory',
      updatedAt: at(-60),
      checkupTypes: [
        { id: kind, schedule: schedule('9,21'), updatedAt: at(-60) },
        { name: 'Weight', schedule: null },
      ],
      alertRules: [{ condition: { atLeast: 5 } }, { id: high, condition: { atLeast: 6 } }],
    })
    expect(saved.revision).toBeGreaterThan(made.revision)
    expect(await show()).toEqual(saved)
    const last = (await changes()).at(-1)
    expect(last?.actor_id).toBe('admin')
    expect(last?.details['changes']).toMatchObject([
      { what: 'pathway', before: { name: 'West Ward pathway' }, after: { name: 'Respiratory' } },
      {
        what: 'checkupType',
        id: kind,
        before: { schedule: schedule('8,20') },
        after: { schedule: schedule('9,21') },
      },
      { what: 'checkupType', before: null, after: { name: 'Weight' } },
      { what: 'alertRule', before: null, after: { condition: { atLeast: 5 } } },
      {
        what: 'alertRule',
        id: high,
        before: { condition: { atLeast: 7 } },
        after: { condition: { atLeast: 6 } },
      },
    ])
    await set(draft({ checkupTypes: [], alertRules: [] }))
  })

  test('a pathway is not given the name of another one, and keeps its own', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('care_pathway')
        .values({
          id: 'other-of-w',
          organization_id: 'w',
          name: 'Heart failure',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    const { revision } = await set(draft())
    const refused = await save(draft({ name: ' HEART-failure' }), revision)
    expect(refused.errors[0]?.extensions?.argErrors).toEqual([
      { path: 'pathway.name', message: 'There is a care pathway with this name' },
    ])
    expect((await set(draft({ name: 'WEST ward pathway' }))).name).toBe('WEST ward pathway')
  })

  test('K12 of two who save at once one is refused', async () => {
    const { revision } = await show()
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => save(draft({ name }), revision)),
    )
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'ok'])
    const { name, checkupTypes } = await show()
    expect(['One', 'Two', 'Three']).toContain(name)
    expect(checkupTypes).toHaveLength(1)
  })

  test('K17 nothing is missed of a time before the schedule was changed, everything after it is', async () => {
    const made = await set(draft({ checkupTypes: [type(null, '6')] }))
    const id = made.checkupTypes[0]?.id ?? ''
    await decide()
    // 12:00. Half an hour before there was none at 11:30, which is still open until 12:30.
    await set(
      draft({
        checkupTypes: [
          {
            ...type(id, null),
            schedule: {
              rrule: 'FREQ=DAILY;BYHOUR=7,11,13;BYMINUTE=30',
              tolerance: { early: 0, late: 3600 },
            },
          },
        ],
      }),
    )
    for (const passed of [0.1, 0.6, 1, 2]) {
      setTime(now + passed * hour)
      await decide()
    }
    expect(await missed()).toEqual([])
    setTime(now + 3 * hour)
    await decide()
    expect(await missed()).toEqual(
      ['a1', 'a2', 'b1'].map((patient_id) => ({ patient_id, expected_at: at(-90) })),
    )
  })

  test('a removed check-up type asks for nothing, a removed rule finds nothing, and both keep their past', async () => {
    const made = await set(draft())
    const saved = await set(draft({ checkupTypes: [], alertRules: [] }))
    expect(saved).toMatchObject({ checkupTypes: [], alertRules: [] })
    const rows = await opened.database.asSystem(async (trx) => ({
      types: await trx
        .selectFrom('checkup_type')
        .select(['id', 'schedule', 'deleted_at'])
        .execute(),
      rules: await trx.selectFrom('alert_rule').select(['id', 'deleted_at']).execute(),
    }))
    expect(rows).toEqual({
      types: [{ id: made.checkupTypes[0]?.id, schedule: null, deleted_at: at(0) }],
      rules: [{ id: made.alertRules[0]?.id, deleted_at: at(0) }],
    })
    await decide()
    setTime(now + 30 * hour)
    await decide()
    expect(await missed()).toEqual([])
  })
})

onPglite(buildWorld, (opened) => {
  const { show, save, set, changes, missed, decide, server, setTime } = edited(opened)

  test('K12 a change is refused where somebody changed the pathway meanwhile, and writes nothing', async () => {
    const first = await set(draft())
    const second = await set(draft({ name: 'Second' }))
    expect(reasonOf(await save(draft({ name: 'Third' }), first.revision))).toEqual([
      'CONFLICT',
      'PATHWAY_CHANGED',
    ])
    expect(await show()).toEqual(second)
  })

  test('what is saved as it is changes nothing and is not logged', async () => {
    const made = await set(draft())
    const before = (await changes()).length
    const { name, checkupTypes, alertRules } = made
    const same = {
      name,
      checkupTypes: checkupTypes.map(({ updatedAt: _updatedAt, ...one }) => one),
      alertRules,
    }
    expect(valueOf(await save(same, made.revision))).toEqual(made)
    const kept = {
      ...same,
      checkupTypes: same.checkupTypes.map((one) => ({ ...one, checkupTiles: null })),
      alertRules: alertRules.map((one) => ({ ...one, type: null, condition: null })),
    }
    expect(valueOf(await save(kept, made.revision))).toEqual(made)
    expect(await changes()).toHaveLength(before)
  })

  const silent = {
    ...defaultThresholds,
    spO2: [
      { high: 87, score: 3 },
      { low: 88, score: 0 },
    ],
  }
  const faulty: readonly (readonly [string, Partial<PathwayDraft>, string])[] = [
    ['a blank name', { name: ' ' }, 'pathway.name'],
    [
      'a threshold that scores nothing at an extreme',
      { ewsThresholds: silent },
      'pathway.ewsThresholds.spO2',
    ],
    [
      'thresholds with a gap',
      { ewsThresholds: { ...defaultThresholds, pulse: defaultThresholds.pulse.toSpliced(1, 1) } },
      'pathway.ewsThresholds.pulse',
    ],
    [
      'a question page without a name',
      {
        checkupTypes: [
          {
            ...type(null, '8'),
            checkupTiles: {
              symptomsQuestionnaire: {
                rule: 'required',
                pages: [{ id: 'a', name: ' ', numberOfQuestions: 1, numberOfSubQuestions: 0 }],
              },
            },
          },
        ],
      },
      'pathway.checkupTypes.0.checkupTiles.symptomsQuestionnaire.pages.0.name',
    ],
    [
      'a schedule that nobody can read',
      {
        checkupTypes: [
          { ...type(null, '8'), schedule: { ...schedule('8'), rrule: 'FREQ=YEARLY' } },
        ],
      },
      'pathway.checkupTypes.0.schedule.rrule',
    ],
    [
      'a tolerance below 0',
      {
        checkupTypes: [
          {
            ...type(null, '8'),
            schedule: { rrule: 'FREQ=DAILY', tolerance: { early: -1, late: 0 } },
          },
        ],
      },
      'pathway.checkupTypes.0.schedule.tolerance.early',
    ],
    [
      'a tile that there is not',
      { checkupTypes: [{ ...type(null, '8'), checkupTiles: { blood: {} } as never }] },
      'pathway.checkupTypes.0.checkupTiles',
    ],
    [
      'a new check-up type without tiles',
      { checkupTypes: [{ ...type(null, '8'), checkupTiles: null }] },
      'pathway.checkupTypes.0.checkupTiles',
    ],
    [
      'a check-up type of another pathway',
      { checkupTypes: [type('elsewhere', '8')] },
      'pathway.checkupTypes.0.id',
    ],
    [
      'a condition that there is not',
      { alertRules: [{ ...rule(null, 5), condition: { kind: 'moon' } as never }] },
      'pathway.alertRules.0.condition.kind',
    ],
    [
      'a severity of 5',
      { alertRules: [{ ...rule(null, 5), severity: 5 }] },
      'pathway.alertRules.0.severity',
    ],
    [
      'a rule of another pathway',
      { alertRules: [rule('elsewhere', 5)] },
      'pathway.alertRules.0.id',
    ],
  ]
  for (const [what, part, path] of faulty)
    test(`K12 ${what} is refused by name, and nothing is written`, async () => {
      const before = await show()
      const answer = await save(draft(part), before.revision)
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([{ path }])
      expect(await show()).toEqual(before)
    })

  test('a stored schedule that nobody can read may stay, and its tiles may change', async () => {
    const made = await set(draft())
    const id = made.checkupTypes[0]?.id ?? ''
    const odd = { rrule: 'FREQ=YEARLY', tolerance: { early: 0, late: 0 } }
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('checkup_type')
        .set({ schedule: JSON.stringify(odd) })
        .where('id', '=', id)
        .execute(),
    )
    const saved = await set(
      draft({ checkupTypes: [{ ...type(id, '8'), heading: 'Other', schedule: odd }] }),
    )
    expect(saved.checkupTypes).toMatchObject([{ heading: 'Other', schedule: odd }])
  })

  test('K12 who may not edit pathways changes none; another organisation’s is answered as a random id', async () => {
    const before = await show()
    for (const as of ['manager', 'nurse', 'care', 'reader', 'carer'])
      expect(codeOf(await save(draft({ name: 'Mine' }), before.revision, { as })), as).toBe(
        'FORBIDDEN',
      )
    expect(await save(draft(), 1, {}, 'pathway-h')).toEqual(await save(draft(), 1, {}, 'random'))
    expect(codeOf(await save(draft(), 1, {}, 'pathway-h'))).toBe('NOT_FOUND')
    expect(await show()).toEqual(before)
  })

  test('K17 of a patient admitted today a new check-up type asks for nothing before it was added', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ admitted_at: at(600), created_at: at(600) })
        .where('patient_id', '=', 'b1')
        .execute(),
    )
    await set(draft({ checkupTypes: [type(null, '4,6,8,10,14')] }))
    setTime(now + 2.5 * hour)
    await decide()
    expect(await missed()).toEqual([])
    setTime(now + 3.5 * hour)
    await decide()
    expect((await missed()).map(({ expected_at: due }) => due)).toEqual(Array(3).fill(at(-120)))
  })

  test('K12 the board’s due times follow a changed schedule at once', async () => {
    const overdue = async () =>
      valueOf<{ readonly total: number }>(
        await server().ask(
          '{ virtualWardPatients(take: 5, skip: 0, onlyOverdue: true, sort: [{ field: lastName, direction: ASC }]) { total } }',
          { as: 'admin' },
        ),
      ).total
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('checkup_type')
        .values({
          id: 'old',
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: 'Vitals',
          heading: 'Vital signs',
          description: '',
          schedule: JSON.stringify(schedule('8')),
          tiles: '{}',
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    const late = await overdue()
    expect(late).toBeGreaterThan(0)
    await set(draft({ checkupTypes: [type('old', '9')] }))
    const moved = await overdue()
    expect(moved).toBeLessThan(late)
    setTime(now + 22 * hour)
    expect(await overdue()).toBeGreaterThanOrEqual(late)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { oxygenFlows } from '../../../src/domain/checkup/oxygen-flow'
import { onPglite } from '../engines'
import { ingestApp, patientNamed, post, seed, wellCheckup } from './device'
import { asStaff, type StaffServer } from './staff'

const plain = patientNamed('Subramaniam')
const flagged = patientNamed('Chen')
const shown =
  '{ onOxygen oxygenFromFlag oxygenFlow ewsScores { onOxygenScore totalScore missing } }'

onPglite(seed, (opened) => {
  let staff: StaffServer
  beforeAll(async () => {
    staff = await asStaff(opened.database)
  })
  const send = (item: Record<string, unknown>) => post(ingestApp(opened.database), 'checkups', item)
  /** What staff are told of a check-up that a device sends. */
  const told = async (id: string, patientId: string, change: Record<string, unknown>) => {
    const { status, body } = await send({ ...wellCheckup(id, patientId), ...change })
    expect([id, status]).toEqual([id, 201])
    const answer = await staff.ask(`query ($id: ID!) { checkup(id: $id) ${shown} }`, {
      id: body['id'],
    })
    expect(answer.errors).toEqual([])
    return answer.data?.['checkup']
  }
  const scores = (onOxygenScore: number) => ({
    onOxygenScore,
    totalScore: onOxygenScore,
    missing: 0,
  })

  test('P369 C314 each option of a check-up is stored and told; what is none is left out, and no flow is air', async () => {
    for (const oxygenFlow of oxygenFlows) {
      expect(await told(`flow ${oxygenFlow}`, plain.id, { onOxygen: true, oxygenFlow })).toEqual({
        onOxygen: true,
        oxygenFromFlag: false,
        oxygenFlow,
        ewsScores: scores(2),
      })
    }
    expect(await told('a number', plain.id, { onOxygen: true, oxygenFlow: 2.5 })).toMatchObject({
      oxygenFlow: '2.5',
    })
    for (const [at, change] of [
      { oxygenFlow: 0 },
      { oxygenFlow: 0.7 },
      { oxygenFlow: 5.5 },
      { oxygenFlow: 'above 5' },
    ].entries())
      expect(
        await told(`no flow ${at}`, plain.id, { onOxygen: true, ...change }),
        JSON.stringify(change),
      ).toEqual({
        onOxygen: true,
        oxygenFromFlag: false,
        oxygenFlow: null,
        ewsScores: scores(2),
      })
    expect(await told('a flow on air', plain.id, { onOxygen: false, oxygenFlow: 2 })).toMatchObject(
      { onOxygen: true, oxygenFlow: '2', ewsScores: scores(2) },
    )
  })

  test('P369 a flow says that the patient is on oxygen; without one the patient’s flag counts, whatever the device says', async () => {
    expect(
      await told('no flag, a flow', plain.id, { onOxygen: undefined, oxygenFlow: '1' }),
    ).toEqual({ onOxygen: true, oxygenFromFlag: false, oxygenFlow: '1', ewsScores: scores(2) })
    expect(await told('no flag, no flow', plain.id, { onOxygen: undefined })).toEqual({
      onOxygen: null,
      oxygenFromFlag: false,
      oxygenFlow: null,
      ewsScores: { onOxygenScore: null, totalScore: 0, missing: 1 },
    })
    expect(await told('a flag, no flow', flagged.id, { onOxygen: undefined })).toEqual({
      onOxygen: true,
      oxygenFromFlag: true,
      oxygenFlow: null,
      ewsScores: scores(2),
    })
    expect(
      await told('a flag, off oxygen', flagged.id, { onOxygen: false, oxygenFlow: null }),
    ).toEqual({ onOxygen: true, oxygenFromFlag: true, oxygenFlow: null, ewsScores: scores(2) })
    expect(
      await told('no flag, off oxygen', plain.id, { onOxygen: false, oxygenFlow: null }),
    ).toEqual({ onOxygen: false, oxygenFromFlag: false, oxygenFlow: null, ewsScores: scores(0) })
  })
})

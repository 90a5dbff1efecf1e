import { beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { createTablet, type SignedIn, type Tablet } from './tablet'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now - 600 * 60_000
  const call = {
    patientId: 'a1',
    kind: 'call',
    withWhom: 'patient',
    outcome: 'noAnswer',
    note: null,
    alertIds: ['alert-a1', 'no-alert'],
  }
  const contacts = async () => {
    const { data } = await server.ask(
      '{ patient(patientId: "a1") { contacts { id kind withWhom outcome alertIds capturedAt createdBy { id } } } }',
      { as: 'nurse' },
    )
    return (data as { readonly patient: { readonly contacts: readonly { id: string }[] } }).patient
      .contacts
  }
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    nurse = await tablet.signIn('nurse')
    time = now
  })

  test('a call is recorded once however often it is sent, answers the alerts of the patient, and what resolves an alert by ringing is one more, without a row', async () => {
    const mutation = await nurse.command('recordContact', call, { at: at(20) })
    expect((await tablet.push(nurse, mutation)).results).toMatchObject([
      { class: 'APPLIED', replay: false, server: { __typename: 'Patient', id: 'a1' } },
    ])
    expect((await tablet.push(nurse, mutation)).results).toMatchObject([
      { class: 'APPLIED', replay: true },
    ])
    const recorded = {
      id: mutation.id,
      kind: 'call',
      withWhom: 'patient',
      outcome: 'noAnswer',
      alertIds: ['alert-a1'],
      capturedAt: at(20),
      createdBy: { id: 'nurse' },
    }
    expect(await contacts()).toEqual([recorded])
    const resolving = await nurse.command(
      'setAlertStatus',
      {
        patientId: 'a1',
        alerts: [
          {
            id: 'alert-a1',
            status: 'closed',
            outcome: 'rang',
            outcomeText: null,
            triggerIds: ['trigger-a1'],
          },
        ],
      },
      { at: at(5) },
    )
    expect(await tablet.said(nurse, resolving)).toEqual(['APPLIED'])
    expect(await contacts()).toMatchObject([
      { kind: 'call', withWhom: 'patient', outcome: 'alertResolved', alertIds: ['alert-a1'] },
      recorded,
    ])
    expect(
      await opened.database.asSystem((trx) =>
        trx.selectFrom('patient_contact').select('id').execute(),
      ),
    ).toEqual([{ id: mutation.id }])
  })

  test('what is no way for its kind to end is refused, with its place', async () => {
    const mutation = await nurse.command('recordContact', { ...call, kind: 'visit' })
    expect((await tablet.push(nurse, mutation)).results).toMatchObject([
      { class: 'REJECTED', argErrors: [{ path: 'outcome' }] },
    ])
  })
})

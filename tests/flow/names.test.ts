import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { admitPatientToWard, createPatient } from '../../src/data/admission'
import { lookupPatient } from '../../src/data/lookup'
import { carePathways } from '../../src/data/pathway'
import { virtualWard } from '../../src/data/virtual-ward'
import { wards } from '../../src/data/ward'
import type { Runtime } from '../../src/engine/define'
import { startServer, type FlowServer } from './server'
import { createTablet, until, type Tablet } from './ward-tablet'

let server: FlowServer
let tablet: Tablet
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
  tablet.token = `${server.uid('admin@willowbank.example')}~names`
})
afterEach(() => tablet.closeAll())

/** As registered, and as people type it: first and last name. */
const people = [
  ['Łukasz', 'Wójcik', 'LUKASZ', 'wojcik'],
  ['Søren', 'Ørsted', 'Soren', 'Orsted'],
  ['Jürgen', 'Strauß', 'Jurgen', 'STRAUSS'],
  ['अनिल', 'शर्मा', 'अनिल', 'शर्मा'],
  ['مُحَمَّد', 'الفارسي', 'محمد', 'الفارسی'],
  ['שָׁלוֹם', 'כהן', 'שלום', 'כהן'],
  ['Siobhán', "O'Brien-Smith", 'siobhan', 'OBrien Smith'],
] as const

const valueOf = <Value>(answer: { readonly kind: string; readonly value?: Value }): Value => {
  if (answer.kind !== 'done' || answer.value === undefined) throw new Error(JSON.stringify(answer))
  return answer.value
}
const admitAll = async (tab: Runtime): Promise<readonly string[]> => {
  const ward = valueOf(await tab.ask(wards, undefined))[0]
  const pathway = valueOf(await tab.ask(carePathways, undefined))[0]
  const ids: string[] = []
  for (const [firstName, lastName] of people) {
    const { id } = valueOf(
      await tab.run(createPatient, {
        type: 'elderly',
        firstName,
        lastName,
        birthDate: '1938-11-05T00:00:00.000Z',
        gender: 'female',
        address: null,
        telephone: null,
        preExistingConditions: [],
        nationalIdentifierValue: null,
      }),
    )
    await tab.run(admitPatientToWard, {
      patientId: id,
      registeredElsewhere: null,
      wardId: ward?.id ?? '',
      carePathwayId: pathway?.id ?? '',
      flags: [],
      expectedDischargeDate: null,
      admittedAt: null,
      referralId: null,
    })
    ids.push(id)
  }
  return ids
}

test('T6 whoever is registered is found as they are registered and as people type it, by the look-up and by a search of the board, with and without the network', async () => {
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  const ids = await admitAll(tab)
  for (const [at, [, , firstName, lastName]] of people.entries()) {
    const { match } = valueOf(
      await tab.ask(lookupPatient, {
        nhsNumber: null,
        birthDate: '1938-11-05',
        firstName,
        lastName,
      }),
    )
    expect([firstName, match?.patient?.id]).toEqual([firstName, ids[at]])
  }
  const query = (nameOrNhsNumber: string) => ({
    take: 50,
    skip: 0,
    sort: [{ field: 'lastName', direction: 'ASC' } as const],
    nameOrNhsNumber,
  })
  const found = async (runtime: Runtime, text: string, by: 'server' | 'device') => {
    const { rows } = await until(
      runtime.watch(virtualWard, query(text)),
      ({ ready, arrangedBy }) => ready && arrangedBy === by,
    )
    return rows.map(({ id }) => id)
  }
  const searches = people.map(([first, last, typedFirst, typedLast], at) => ({
    id: ids[at],
    texts: [`${first} ${last}`, `${typedLast} ${typedFirst}`],
  }))
  await tab.refresh(virtualWard, query(''))
  for (const { id, texts } of searches)
    for (const text of texts) {
      await tab.refresh(virtualWard, query(text))
      expect([text, await found(tab, text, 'server')]).toEqual([text, [id]])
    }
  await tab.close()
  tablet.network = 'down'
  const offline = await tablet.openTab()
  for (const { id, texts } of searches)
    for (const text of texts)
      expect([text, await found(offline, text, 'device')]).toEqual([text, [id]])
})

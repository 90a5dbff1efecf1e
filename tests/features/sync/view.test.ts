import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ItemState } from '../../../src/engine/define'
import { edited, valuesOf } from '../../../src/features/sync/edit.form'
import { actionsOf, countsOf, groupsOf } from '../../../src/features/sync/sync.view'
import {
  kindWords,
  reasonOf,
  writtenInShort,
  writtenLines,
} from '../../../src/features/sync/written.view'
import { syncTexts } from '../../../src/texts/sync'
import { problem, type Problem } from '../../../src/domain/problem'
import { problemText } from '../../../src/texts/problems'
import { conflictOf, itemOf, john, zoe } from './items'

const british = syncTexts('en-GB')
const american = syncTexts('en-US')
const states: readonly ItemState[] = [
  'waiting',
  'sending',
  'checking',
  'held-sign-in',
  'held-update',
  'conflict',
  'refused',
  'expired',
  'stuck',
]

/** The codes of the table of results, as the protocol is written down. */
const codesOfProtocol = (): string[] => {
  const text = readFileSync('docs/sync-protocol.md', 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (RETRY|REJECTED|UPGRADE) \|/.test(line))
  return rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''),
  )
}

describe('words', () => {
  test('every code of docs/sync-protocol.md says in both editions what happened and what to do', () => {
    const codes = codesOfProtocol()
    expect(codes.length).toBeGreaterThan(15)
    for (const t of [british, american])
      expect(codes.filter((code) => t.reasons[code] === undefined)).toEqual([])
  })

  test('a code that this version does not know is said to be unknown, with the words of the server', () => {
    expect(
      reasonOf(
        itemOf({
          state: 'refused',
          code: 'NEW_ONE',
          problem: problem('unknown', 'Not on a Sunday'),
        }),
        british,
      ),
    ).toEqual({ ...british.unknown, detail: 'The server says: Not on a Sunday' })
  })

  test('what the server did not accept of an input is told field by field', () => {
    const refused = problem('invalid-arguments', 'Invalid', [
      { path: 'text', message: 'Must be 5,000 characters or fewer' },
    ])
    expect(
      reasonOf(itemOf({ state: 'refused', code: 'INVALID', problem: refused }), british)?.detail,
    ).toBe('The server says: Must be 5,000 characters or fewer')
  })

  test('every state has a name, and all but waiting, sending and a comparison say why', () => {
    for (const state of states) {
      expect(british.states[state]).toBeTruthy()
      expect(reasonOf(itemOf({ state, code: 'FORBIDDEN' }), british) === null).toBe(
        ['waiting', 'sending', 'conflict'].includes(state),
      )
    }
  })

  test('what is held for an update says which of the two is behind, where the server told it', () => {
    expect(reasonOf(itemOf({ state: 'held-update', code: 'CLIENT_TOO_OLD' }), british)?.what).toBe(
      'This version of Lamplight is too old.',
    )
    expect(reasonOf(itemOf({ state: 'held-update' }), british)?.what).toBe(
      'This version of Lamplight does not match the server.',
    )
  })

  test('the US edition words places and numbers its own way', () => {
    expect(american.title).toBe('Sync center')
    expect(american.patient.ending('NHS No.', '5919')).toBe('Patient number ending 5919')
    expect(american.reasons['NOT_FOUND']?.what).toContain('organization')
  })
})

describe('what was written', () => {
  test('texts are shown as they are, a value with its name, ids not at all; a removed date is named', () => {
    const noted = itemOf({
      input: {
        patientId: 'p1',
        text: 'Slept well',
        checkupId: 'c1',
        checkupEndedAt: '2026-01-05T14:32:00.000Z',
      },
    })
    expect(writtenLines(noted, british, 'en-GB')).toEqual([
      { name: 'text', label: null, value: 'Slept well' },
      { name: 'checkupEndedAt', label: 'About the check-up of', value: '05-Jan-2026 14:32' },
    ])
    const acuity = itemOf({
      op: 'setPatientAcuityScore',
      input: { patientId: 'p1', score: 2, reason: null },
    })
    expect(writtenInShort(acuity, british, 'en-GB')).toBe('2, high')
    const cleared = itemOf({
      op: 'updateExpectedDischargeDate',
      input: { patientId: 'p1', expectedDischargeDate: null, seenRevision: 4 },
    })
    expect(writtenInShort(cleared, british, 'en-GB')).toBe('None')
    expect(
      writtenInShort(
        itemOf({
          op: 'updateExpectedDischargeDate',
          input: { expectedDischargeDate: '2026-01-05' },
        }),
        american,
        'en-US',
      ),
    ).toBe('Jan 5, 2026')
  })

  test('of contact details what was changed is named, in words', () => {
    const seen = {
      telephone: '01392 555 010',
      address: { address: '1 High Street', postcode: 'EX1 1AA' },
    }
    const item = (newContact: object) =>
      itemOf({ op: 'updatePatientContactDetails', input: { patientId: 'p1', newContact, seen } })
    expect(kindWords('updatePatientContactDetails', american)).toBe('Contact details')
    expect(writtenInShort(item({ ...seen, telephone: '01392555011' }), american, 'en-US')).toBe(
      'Telephone: 01392555011',
    )
    expect(
      writtenInShort(
        item({ telephone: '01392555011', address: { address: '2 Low Street', postcode: 'EX2' } }),
        british,
        'en-GB',
      ),
    ).toBe('Telephone: 01392555011; Address: 2 Low Street, EX2')
  })

  test('alerts that were resolved are named and counted, with what was done and without what the machine calls them', () => {
    const resolved = itemOf({
      op: 'setAlertStatus',
      input: {
        patientId: 'p1',
        alerts: [
          {
            id: 'a1',
            status: 'closed',
            triggerIds: ['t1', 't2'],
            outcome: 'calledEmergency',
            outcomeText: null,
          },
          {
            id: 'a2',
            status: 'closed',
            triggerIds: ['t3'],
            outcome: 'other',
            outcomeText: 'Daughter rang back',
          },
        ],
      },
    })
    expect(kindWords('setAlertStatus', british)).toBe('Alerts resolved')
    expect(writtenInShort(resolved, british, 'en-GB')).toBe(
      'Number of alerts: 2; What was done: Called 999, Daughter rang back',
    )
    const named = { ...resolved, input: { ...Object(resolved.input), alertNames: ['High score'] } }
    expect(writtenInShort(named, british, 'en-GB')).toBe(
      'Alert: High score; What was done: Called 999, Daughter rang back',
    )
  })

  test('a record of a kind that this version does not know still shows what it holds', () => {
    expect(
      writtenLines(
        itemOf({ op: 'somethingNew', input: { patientId: 'p1', dose: 5, given: true } }),
        british,
        'en-GB',
      ),
    ).toEqual([
      { name: 'dose', label: 'dose', value: '5' },
      { name: 'given', label: 'given', value: 'Yes' },
    ])
  })

  test('what cannot be read here says so', () => {
    expect(writtenInShort(itemOf({ input: null }), british, 'en-GB')).toBe(british.unreadable)
  })
})

describe('order', () => {
  test('items are grouped by section and by the patient as seen, the oldest first; two identities of one patient are never one group', () => {
    const items = [
      itemOf({ id: 'new' }, 1),
      itemOf({ id: 'old' }, 30),
      itemOf({ id: 'john', subject: john }, 60),
      itemOf({ id: 'renamed', subject: { ...zoe, name: 'Zoë Hart' } }, 10),
      itemOf({ id: 'sealed', subject: null, input: null }, 500),
      itemOf({ id: 'no', state: 'refused' }, 2),
    ]
    expect(groupsOf(items, 'waiting').map((group) => group.items.map(({ id }) => id))).toEqual([
      ['john'],
      ['old', 'new'],
      ['renamed'],
      ['sealed'],
    ])
    expect(groupsOf(items, 'attention').map((group) => group.items.map(({ id }) => id))).toEqual([
      ['no'],
    ])
    expect(
      countsOf([...items, itemOf({ state: 'held-update' }), itemOf({ state: 'checking' })]),
    ).toEqual({ attention: 1, held: 1, waiting: 6 })
  })
})

describe('what may be done', () => {
  const may = (state: ItemState, code: string | null = null) =>
    actionsOf(itemOf({ state, code }), { editable: true, here: true })

  test('what may be with the server is never edited, nor given up while its answer is still waited for', () => {
    for (const state of ['sending', 'checking'] as const) expect(may(state)).toEqual(['export'])
    expect(may('stuck')).toEqual(['retry', 'export', 'discard'])
    expect(
      actionsOf(itemOf({ state: 'expired', mayBeDone: true }), { editable: true, here: true }),
    ).toEqual(['retry', 'export', 'discard'])
  })

  test('C7 what waits can be corrected, exported and taken back by its author', () => {
    for (const state of ['waiting', 'held-sign-in', 'held-update'] as const)
      expect(may(state)).toEqual(['edit', 'export', 'take-back'])
  })

  test('what needs a person can be sent, corrected, exported and given up', () => {
    expect(may('refused', 'FORBIDDEN')).toEqual(['retry', 'edit', 'export', 'discard'])
    expect(may('expired')).toEqual(['retry', 'edit', 'export', 'discard'])
    expect(may('refused', 'INVALID')).toEqual(['edit', 'export', 'discard'])
    expect(may('conflict')).toEqual(['keep-theirs', 'send-mine', 'export'])
    expect(actionsOf(itemOf({ state: 'refused' }), { editable: false, here: true })).toEqual([
      'retry',
      'export',
      'discard',
    ])
  })

  test('what was written for a patient who is somebody else by now is never sent from here', () => {
    expect(may('refused', 'IDENTITY_CHANGED')).toEqual(['export', 'discard'])
  })

  test('what is unreadable from here is left alone; what is unreadable everywhere can be sent while sealed, and given up once refused', () => {
    const unreadable = itemOf({ state: 'refused', input: null })
    expect(actionsOf(unreadable, { editable: true, here: false })).toEqual([])
    expect(actionsOf(unreadable, { editable: true, here: true })).toEqual(['discard'])
    expect(actionsOf(itemOf({ input: null }), { editable: true, here: true })).toEqual([])
    for (const state of ['expired', 'stuck'] as const)
      expect(actionsOf(itemOf({ state, input: null }), { editable: true, here: true })).toEqual([
        'retry',
        'discard',
      ])
  })
})

test('an edited command keeps everything but what was typed; a blank date is none, a score a number', () => {
  const date = conflictOf().input
  expect(
    edited(
      'updateExpectedDischargeDate',
      { ...Object(date), seenRevision: 3 },
      { expectedDischargeDate: '' },
    ),
  ).toEqual({ patientId: 'p2', expectedDischargeDate: null, seenRevision: 3 })
  const score = { patientId: 'p1', score: 3, reason: null }
  expect(valuesOf('setPatientAcuityScore', score)).toEqual({ score: '3', reason: '' })
  expect(edited('setPatientAcuityScore', score, { score: '1', reason: ' Worse ' })).toEqual({
    patientId: 'p1',
    score: 1,
    reason: 'Worse',
  })
})

describe('a problem', () => {
  test('is told in our own text by its code, in both editions', () => {
    for (const edition of ['en-GB', 'en-US'] as const) {
      expect(problemText(edition, problem('storage:not-met'))).toContain('has not been connected')
      expect(problemText(edition, problem('network'))).toBe('The network request failed')
    }
  })

  test('is told as the server said it, where it said something', () => {
    expect(problemText('en-GB', problem('conflict', 'Maximum number of keys exceeded'))).toBe(
      'Maximum number of keys exceeded',
    )
    expect(problemText('en-GB', problem('conflict', ''))).toBe('It was changed elsewhere meanwhile')
  })

  test('of a newer version, kept on this device, is still told', () => {
    const newer = { ...problem('server'), code: 'not-known-here' } as unknown as Problem
    expect(problemText('en-GB', newer)).toBe('Unknown error')
  })
})

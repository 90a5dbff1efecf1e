import { describe, expect, test } from 'vitest'
import {
  commentIsMissing,
  longestReferralReason,
  longestStatement,
  referPatientSchema,
  referralIsDecided,
  referralReasons,
  referralReasonWords,
  referralStatuses,
  rejectReferralSchema,
  relationshipPermissions,
} from '../../src/domain/referral/referral'
import {
  activeTaskStatuses,
  isActiveTask,
  openedTask,
  taskAfter,
  taskStatuses,
  taskTabs,
} from '../../src/domain/referral/task'

const whole = {
  patientId: 'a1',
  referrerDetails: { shouldDischargeOnAcceptance: false },
  dischargeDetails: null,
  destinationDetails: {
    organizationId: 'h',
    reason: { reason: 'WorkLoad', comment: null },
    supportingInformation: 'Needs more than we have',
  },
}
type Given = typeof whole
const faultsOf = (given: unknown): readonly string[] => {
  const read = referPatientSchema.safeParse(given)
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const withDestination = (more: object): Given => ({
  ...whole,
  destinationDetails: { ...whole.destinationDetails, ...more },
})
const withDischarge = (dischargeDetails: unknown) => ({
  ...whole,
  referrerDetails: { shouldDischargeOnAcceptance: true },
  dischargeDetails,
})

describe('a referral', () => {
  test('P213 O264 its statuses', () => {
    expect(referralStatuses).toEqual(['Accepted', 'Cancelled', 'Declined', 'Pending'])
  })
  test('P218 O268 its reasons, each with words of its own', () => {
    expect(referralReasons).toEqual([
      'Other',
      'PatientPreference',
      'ProviderOrdered',
      'SecondOpinion',
      'WorkLoad',
    ])
    expect(new Set(Object.values(referralReasonWords)).size).toBe(referralReasons.length)
  })
  test('O225 one permission of a relationship is ReferPatient', () => {
    expect(relationshipPermissions).toContain('ReferPatient')
  })
  test('only one that is Pending is decided', () => {
    expect(referralStatuses.filter((status) => referralIsDecided(status) === null)).toEqual([
      'Pending',
    ])
    expect(new Set(referralStatuses.map((status) => referralIsDecided(status))).size).toBe(4)
  })
  test('what is whole is read, without spaces around it; a blank text is none', () => {
    expect(faultsOf(whole)).toEqual([])
    const read = referPatientSchema.parse({
      patientId: 'a1',
      referrerDetails: { shouldDischargeOnAcceptance: true },
      dischargeDetails: { dischargeReason: 'TreatmentCompleted', additionalInfo: '  ' },
      destinationDetails: {
        organizationId: 'h',
        reason: { reason: 'Other', comment: ' Closer to her family ' },
        supportingInformation: ' Stable ',
      },
    })
    expect(read.dischargeDetails).toEqual({
      dischargeReason: 'TreatmentCompleted',
      additionalInfo: null,
    })
    expect(read.destinationDetails.reason.comment).toBe('Closer to her family')
    expect(read.destinationDetails.supportingInformation).toBe('Stable')
  })
  test('what may be left out is null', () => {
    const { dischargeDetails: _, ...rest } = whole
    expect(
      referPatientSchema.parse({
        ...rest,
        destinationDetails: { ...rest.destinationDetails, reason: { reason: 'WorkLoad' } },
      }),
    ).toEqual(whole)
  })

  const comment = 'destinationDetails.reason.comment'
  const statement = 'destinationDetails.supportingInformation'
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    [
      'no destination',
      withDestination({ organizationId: '' }),
      ['destinationDetails.organizationId: Required'],
    ],
    [
      'an unknown reason',
      withDestination({ reason: { reason: 'Boredom', comment: null } }),
      ['destinationDetails.reason.reason: Required'],
    ],
    [
      'Other without a comment',
      withDestination({ reason: { reason: 'Other', comment: null } }),
      [`${comment}: ${commentIsMissing}`],
    ],
    [
      'Other with a blank comment',
      withDestination({ reason: { reason: 'Other', comment: '  ' } }),
      [`${comment}: ${commentIsMissing}`],
    ],
    [
      'the longest comment',
      withDestination({
        reason: { reason: 'Other', comment: 'x'.repeat(longestReferralReason) },
      }),
      [],
    ],
    [
      'a longer comment',
      withDestination({
        reason: { reason: 'Other', comment: 'x'.repeat(longestReferralReason + 1) },
      }),
      [`${comment}: Has at most 1000 characters`],
    ],
    [
      'a blank statement',
      withDestination({ supportingInformation: ' \n ' }),
      [`${statement}: Required`],
    ],
    [
      'the longest statement',
      withDestination({ supportingInformation: 'x'.repeat(longestStatement) }),
      [],
    ],
    [
      'a longer statement',
      withDestination({ supportingInformation: 'x'.repeat(longestStatement + 1) }),
      [`${statement}: Has at most 5000 characters`],
    ],
    [
      'a discharge without details',
      withDischarge(null),
      ['dischargeDetails.dischargeReason: Required'],
    ],
    [
      'a discharge for no known reason',
      withDischarge({ dischargeReason: 'Boredom', additionalInfo: null }),
      ['dischargeDetails.dischargeReason: Invalid reason'],
    ],
    [
      'a discharge for another reason that is not said',
      withDischarge({ dischargeReason: 'Other', additionalInfo: ' ' }),
      ['dischargeDetails.additionalInfo: Required'],
    ],
    [
      'a discharge for a known reason',
      withDischarge({ dischargeReason: 'TreatmentCompleted', additionalInfo: null }),
      [],
    ],
    [
      'details of a discharge that nobody asked for',
      { ...whole, dischargeDetails: { dischargeReason: '', additionalInfo: null } },
      [],
    ],
  ]
  test.each(cases)('%s', (_, given, faults) => {
    expect(faultsOf(given)).toEqual(faults)
  })

  test('a rejection says why, in 1 to 1,000 characters', () => {
    const isRead = (reason: string) =>
      rejectReferralSchema.safeParse({ referralId: 'x', reason }).success
    expect(['', '  ', 'x'.repeat(1001)].filter(isRead)).toEqual([])
    expect(['x', 'x'.repeat(1000)].filter(isRead)).toHaveLength(2)
  })
})

describe('a task', () => {
  test('P214 O280 its statuses', () => {
    expect(taskStatuses).toEqual(['Cancelled', 'Completed', 'InProgress', 'NotStarted'])
  })
  test('O281 InProgress and NotStarted count as active', () => {
    expect(taskStatuses.filter(isActiveTask)).toEqual(['InProgress', 'NotStarted'])
    expect(activeTaskStatuses).toEqual(['InProgress', 'NotStarted'])
  })
  test('O282 the tabs are active, completed and cancelled, and show each task once', () => {
    expect(Object.keys(taskTabs)).toEqual(['active', 'completed', 'cancelled'])
    expect(Object.values(taskTabs).flat().toSorted()).toEqual([...taskStatuses])
  })
  test('opening begins what nobody began, and nothing else', () => {
    expect(taskStatuses.map((status) => openedTask(status))).toEqual([
      'Cancelled',
      'Completed',
      'InProgress',
      'InProgress',
    ])
  })
  test('it is completed by the acceptance, and cancelled by anything else', () => {
    expect((['Accepted', 'Declined', 'Cancelled'] as const).map(taskAfter)).toEqual([
      'Completed',
      'Cancelled',
      'Cancelled',
    ])
  })
})

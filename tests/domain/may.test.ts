import { describe, expect, test } from 'vitest'
import { actions, may, type Action } from '../../src/domain/access/may'
import { features, permissions } from '../../src/domain/access/permissions'
import type { Principal } from '../../src/domain/access/principal'
import { principalOf } from '../../src/domain/access/principal-of'
import { rolePermissions, systemRoles, type SystemRole } from '../../src/domain/access/roles'
import type { Me } from '../../src/domain/user/me'
import {
  closedWhileActedAs,
  permissionTable,
  type Asked,
  type WrittenAction,
} from '../access/permission-table'

const who = (role: SystemRole, over: Partial<Principal> = {}): Principal => ({
  kind: 'user',
  userId: 'u1',
  organizationId: 'o1',
  isInternalStaff: false,
  isSelfCare: role === 'Self Care',
  acceptedTerms: true,
  permissions: new Set(rolePermissions[role]),
  features: new Set(features),
  ...over,
})
const allowed = (principal: Principal): Action[] =>
  actions.filter((action) => may(principal, action))

/** Nobody in particular: no permission, no flag, terms accepted. */
const bare = who('Read Only', { permissions: new Set(), features: new Set() })
const everything = { permissions: new Set(permissions), features: new Set(features) }
const table: readonly (readonly [WrittenAction, Asked])[] = Object.entries(permissionTable) as [
  WrittenAction,
  Asked,
][]
/**
 * Holds what the table asks for and nothing else; of several that are enough each one is held
 * alone.
 */
const exactly = ({
  all = [],
  any = [],
  flags = [],
  internal,
  selfCare,
}: Asked): readonly Principal[] =>
  (any.length === 0 ? [all] : any.map((one) => [...all, one])).map((held) => ({
    ...bare,
    permissions: new Set(held),
    features: new Set(flags),
    isInternalStaff: internal === 'only',
    isSelfCare: selfCare === true,
  }))

/** Where may() says something else than the table, of which no flag is held that it rules out. */
type Case = readonly [what: string, principal: Principal, isAllowed: boolean]
const wrong = (cases: (asked: Asked) => readonly Case[]): readonly string[] =>
  table.flatMap(([action, asked]) =>
    cases(asked)
      .filter(
        ([, principal, isAllowed]) =>
          may(
            {
              ...principal,
              features: new Set(
                [...principal.features].filter((flag) => !asked.without?.includes(flag)),
              ),
            },
            action,
          ) !== isAllowed,
      )
      .map(([what, , isAllowed]) => `${action} ${what}: ${isAllowed ? 'refused' : 'allowed'}`),
  )

describe('may() against the table that is written down by hand', () => {
  test('every action of the specification is there, and no other', () => {
    expect([...actions].toSorted()).toEqual(Object.keys(permissionTable).toSorted())
  })

  test('with exactly what the table asks an action is allowed, and with nothing only where nothing is asked', () => {
    expect(
      wrong((asked) => exactly(asked).map((principal) => ['with exactly that', principal, true])),
    ).toEqual([])
    expect(
      wrong(({ all, any, flags, internal }) => [
        [
          'with nothing',
          bare,
          all === undefined && any === undefined && flags === undefined && internal !== 'only',
        ],
      ]),
    ).toEqual([])
  })

  test('while internal staff act as a user, what is listed is closed and nothing else', () => {
    expect(
      table
        .flatMap(([action, asked]) =>
          exactly(asked).some((principal) => may({ ...principal, isActedAs: true }, action))
            ? []
            : [action],
        )
        .toSorted(),
    ).toEqual(closedWhileActedAs.toSorted())
  })

  test('each permission is asked for where the table says so and nowhere else: one is taken from somebody who holds all', () => {
    expect(
      wrong(({ all = [], internal }) =>
        permissions.map((key) => [
          `without ${key}`,
          {
            ...bare,
            ...everything,
            isInternalStaff: internal === 'only',
            permissions: new Set(permissions.filter((held) => held !== key)),
          },
          !all.includes(key),
        ]),
      ),
    ).toEqual([])
  })

  test('of several permissions that are enough each is enough, and without all of them nobody is allowed', () => {
    const several = table.filter(([, { any }]) => any !== undefined).map(([action]) => action)
    expect(several).toEqual([
      'note.add',
      'checkup.strike-out',
      'patient.lookup',
      'patient.discharge',
      'patient.update-contact',
      'chat.send',
      'emergency-access.open',
      'duty.change',
      'part-record.view',
    ])
    expect(
      wrong(({ any = [] }) =>
        any.length === 0
          ? []
          : [
              [
                `without ${any.join(' and ')}`,
                {
                  ...bare,
                  ...everything,
                  permissions: new Set(permissions.filter((key) => !any.includes(key))),
                },
                false,
              ],
            ],
      ),
    ).toEqual([])
  })

  test('a permission that the table does not ask for opens nothing: each is held alone, with every flag', () => {
    expect(
      wrong(({ all = [], any = [], internal }) =>
        permissions.map((key) => [
          `with ${key} alone`,
          { ...bare, features: everything.features, permissions: new Set([key]) },
          internal !== 'only' &&
            (any.length === 0 || any.includes(key)) &&
            all.every((one) => one === key),
        ]),
      ),
    ).toEqual([])
  })

  test('each flag is asked for where the table says so and nowhere else, whatever the permissions', () => {
    expect(
      wrong(({ flags = [], internal }) =>
        features.map((flag) => [
          `without the flag ${flag}`,
          {
            ...bare,
            ...everything,
            isInternalStaff: internal === 'only',
            features: new Set(features.filter((held) => held !== flag)),
          },
          !flags.includes(flag),
        ]),
      ),
    ).toEqual([])
  })

  test('O039 a flag that the table rules out closes an action to everybody', () => {
    const ruledOut = table.flatMap(([action, { without = [] }]) =>
      without.map((flag) => [action, flag]),
    )
    expect(ruledOut).toEqual([['patient.bulk-create', 'selfCare']])
    const all = { ...bare, ...everything, isInternalStaff: true }
    expect(may(all, 'patient.bulk-create')).toBe(false)
    const flags = new Set(features.filter((flag) => flag !== 'selfCare'))
    expect(may({ ...all, features: flags }, 'patient.bulk-create')).toBe(true)
  })

  test('internal staff are let in alone, or instead of a permission, where the table says so', () => {
    expect(
      wrong(({ internal }) => [
        ['with everything, not internal', { ...bare, ...everything }, internal !== 'only'],
      ]),
    ).toEqual([])
    expect(
      wrong(({ all, any, internal }) => [
        [
          'internal, with every flag',
          { ...bare, features: everything.features, isInternalStaff: true },
          internal !== undefined || (all === undefined && any === undefined),
        ],
      ]),
    ).toEqual([])
  })

  test('a share-link user, a self-care user and an organisation without the terms are let in where the table says so', () => {
    const most = { ...bare, ...everything, isInternalStaff: true }
    expect(
      wrong(({ share }) => [
        ['by share link', { ...most, kind: 'share', sharedPatientId: 'p1' }, share === true],
      ]),
    ).toEqual([])
    // Who reads by a share link has accepted nothing, and has no role.
    expect(
      wrong(({ share }) => [
        [
          'by share link, without terms',
          { ...most, kind: 'share', sharedPatientId: 'p1', acceptedTerms: false },
          share === true,
        ],
      ]),
    ).toEqual([])
    expect(
      wrong(({ selfCare }) => [
        ['with a self-care role', { ...most, isSelfCare: true }, selfCare === true],
      ]),
    ).toEqual([])
    expect(
      wrong(({ beforeTerms }) => [
        ['before the terms', { ...most, acceptedTerms: false }, beforeTerms === true],
      ]),
    ).toEqual([])
  })

  test('P279 the permissions are those that the product names, and three of the house', () => {
    const named =
      `accept_terms, set_alert_status, view_patients, edit_patients, create_patients, delete_patients, admit_ward_patients, assign_patients, view_care_pathways,
      view_patient_archive, view_wards, create_wards, edit_wards, delete_wards, assign_ward_staff, discharge_ward_patients, view_ehr_integrations, edit_ehr_integrations,
      view_ehr_integration_events, retry_ehr_integration_events, create_ehr_integration_events, link_ehr_integration_identity, create_users, create_ews_thresholds,
      view_integration_api_keys, create_integration_api_keys, delete_integration_api_keys, view_share_tokens`.split(
        /,\s+/,
      )
    expect([...permissions].toSorted()).toEqual(
      [
        ...named,
        'add_patient_notes',
        'record_observations',
        'view_all_wards',
        'edit_care_pathways',
      ].toSorted(),
    )
  })

  test('each permission opens something: there is none that nothing asks for', () => {
    const asked = new Set(table.flatMap(([, { all = [], any = [] }]) => [...all, ...any]))
    expect(permissions.filter((key) => !asked.has(key))).toEqual([])
  })
})

describe('the rules in words', () => {
  test('before the terms are accepted only the person’s own session, profile, invitations and terms are open', () => {
    expect(allowed(who('Organisation Admin', { acceptedTerms: false }))).toEqual([
      'session.use',
      'profile.update',
      'organization.switch',
      'invitation.answer',
      'terms.accept',
      'identity.link',
    ])
    expect(may(who('Clinician', { acceptedTerms: false }), 'terms.accept')).toBe(false)
  })

  test('a share-link user reads and never changes anything', () => {
    const sharing = who('Organisation Admin', {
      kind: 'share',
      sharedPatientId: 'p1',
      isInternalStaff: true,
    })
    expect(allowed(sharing)).toEqual([
      'session.use',
      'patient.view',
      'checkup.view',
      'note.view',
      'care-pathway.view',
      'action-log.view',
      'monitoring.view',
      'waveform-event.view',
    ])
  })

  test('a self-care user has no patient action, even with every permission', () => {
    expect(allowed(who('Organisation Admin', { isSelfCare: true }))).toEqual([
      'session.use',
      'profile.update',
      'organization.switch',
    ])
  })

  test('internal pages are for internal staff alone, and internal staff may resolve alerts', () => {
    expect(may(who('Organisation Admin'), 'internal.use')).toBe(false)
    expect(may(who('Internal Staff', { isInternalStaff: true }), 'internal.use')).toBe(true)
    expect(may(who('Internal Staff', { isInternalStaff: true }), 'alert.resolve')).toBe(true)
    expect(may(who('Internal Staff'), 'alert.resolve')).toBe(false)
  })
})

describe('the system roles', () => {
  test('each holds what its work needs and no more', () => {
    const matrix = systemRoles.map((role) => [
      role,
      ...(
        [
          'note.add',
          'ews.edit',
          'patient.delete',
          'user.change',
          'api-key.create',
          'patient.view',
        ] as const
      ).map((action) => (may(who(role), action) ? 'yes' : '-')),
    ])
    expect(matrix).toEqual([
      ['Organisation Admin', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
      ['Ward Manager', 'yes', 'yes', 'yes', 'yes', '-', 'yes'],
      ['Clinician', 'yes', 'yes', '-', '-', '-', 'yes'],
      ['Care Assistant', 'yes', '-', '-', '-', '-', 'yes'],
      ['Read Only', '-', '-', '-', '-', '-', 'yes'],
      ['Self Care', '-', '-', '-', '-', '-', '-'],
      ['Internal Staff', '-', '-', '-', '-', '-', 'yes'],
    ])
  })

  test('only those who run wards oversee all of them', () => {
    expect(systemRoles.filter((role) => may(who(role), 'ward.oversee'))).toEqual([
      'Organisation Admin',
      'Ward Manager',
    ])
    expect(may(who('Organisation Admin', { features: new Set() }), 'ward.oversee')).toBe(false)
  })

  test('Organisation Admin holds every permission, and each role less than the one above it', () => {
    expect(new Set(rolePermissions['Organisation Admin'])).toEqual(new Set(permissions))
    const ladder = [
      'Organisation Admin',
      'Ward Manager',
      'Clinician',
      'Care Assistant',
      'Read Only',
      'Self Care',
    ] as const
    for (const [index, role] of ladder.slice(1).entries()) {
      const above = new Set(rolePermissions[ladder[index] ?? role])
      expect([
        role,
        rolePermissions[role].every((key) => above.has(key)),
        rolePermissions[role].length < above.size,
      ]).toEqual([role, true, true])
    }
  })

  test('no role lists a permission twice', () => {
    for (const role of systemRoles)
      expect([role, new Set(rolePermissions[role]).size]).toEqual([
        role,
        rolePermissions[role].length,
      ])
  })
})

describe('the signed-in user as a principal', () => {
  const me = {
    id: 'u1',
    isInternalStaff: false,
    isSelfCare: false,
    permissions: { view_patients: true, edit_patients: false, fly: true },
    actingOrganization: {
      id: 'o1',
      acceptedTerms: true,
      features: { wards: true, referrals: false, warp: true },
    },
  } as unknown as Me

  test('P278 holds what the map of permissions grants and what is known, and nothing that is refused or unknown', () => {
    const principal = principalOf(me)
    expect([may(principal, 'patient.view'), may(principal, 'patient.edit')]).toEqual([true, false])
    expect([...principal.permissions]).toEqual(['view_patients'])
    expect([...principal.features]).toEqual(['wards'])
    expect(principal).toMatchObject({
      kind: 'user',
      userId: 'u1',
      organizationId: 'o1',
      acceptedTerms: true,
    })
  })

  test('is acted as where the server says who signed in as them, and not else', () => {
    const acted = principalOf({ ...me, loggedInAs: { id: 'staff' } } as Me)
    expect([acted, principalOf(me)].map((one) => one.isActedAs === true)).toEqual([true, false])
  })
})

import { describe, expect, test } from 'vitest'
import { actions, may, rules, type Action } from '../../src/domain/access/may'
import { features, permissions, type Permission } from '../../src/domain/access/permissions'
import type { Principal } from '../../src/domain/access/principal'
import { principalOf } from '../../src/domain/access/principal-of'
import { rolePermissions, systemRoles, type SystemRole } from '../../src/domain/access/roles'
import type { Me } from '../../src/domain/user/me'

const who = (role: SystemRole, over: Partial<Principal> = {}): Principal => ({
  kind: 'user', userId: 'u1', organizationId: 'o1', isInternalStaff: false, isSelfCare: role === 'Self Care', acceptedTerms: true,
  permissions: new Set(rolePermissions[role]), features: new Set(features), ...over,
})
const allowed = (principal: Principal): Action[] => actions.filter((action) => may(principal, action))

describe('the rules', () => {
  test('without the permission an action is refused, with exactly its permissions it is allowed', () => {
    for (const action of actions) {
      const { permission, anyPermission, allPermissions, internal } = rules[action]
      const isInternalStaff = internal === 'only'
      const asked: readonly Permission[] = [...(permission === undefined ? [] : [permission]), ...(allPermissions ?? []), ...(anyPermission ?? []).slice(0, 1)]
      const bare = who('Read Only', { permissions: new Set(), isInternalStaff })
      expect([action, may({ ...bare, permissions: new Set(asked) }, action)]).toEqual([action, true])
      expect([action, may(bare, action)]).toEqual([action, asked.length === 0])
      for (const one of asked) {
        const without = new Set(permissions.filter((key) => key !== one && !(anyPermission ?? []).includes(key)))
        expect([action, one, may({ ...bare, permissions: without }, action)]).toEqual([action, one, false])
      }
    }
  })

  test('without the flag an action is refused, whatever the permissions', () => {
    for (const action of actions) {
      const { feature } = rules[action]
      const rest = who('Organisation Admin', { features: new Set(features.filter((flag) => flag !== feature)), isInternalStaff: true })
      if (feature !== undefined) expect([action, may(rest, action)]).toEqual([action, false])
    }
  })

  test('before the terms are accepted only the person’s own session, profile and terms are open', () => {
    expect(allowed(who('Organisation Admin', { acceptedTerms: false })))
      .toEqual(['session.use', 'profile.update', 'organization.switch', 'terms.accept', 'identity.link'])
    expect(may(who('Clinician', { acceptedTerms: false }), 'terms.accept')).toBe(false)
  })

  test('a share-link user reads and never changes anything', () => {
    const sharing = who('Organisation Admin', { kind: 'share', sharedPatientId: 'p1', isInternalStaff: true })
    expect(allowed(sharing)).toEqual([
      'session.use', 'patient.view', 'checkup.view', 'note.view', 'action-log.view', 'monitoring.view', 'waveform-event.view',
    ])
  })

  test('a self-care user has no patient action, even with every permission', () => {
    expect(allowed(who('Organisation Admin', { isSelfCare: true }))).toEqual(['session.use', 'profile.update', 'organization.switch'])
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
    const matrix = systemRoles.map((role) => [role, ...(['note.add', 'ews.edit', 'patient.delete', 'user.change', 'api-key.create', 'patient.view'] as const)
      .map((action) => (may(who(role), action) ? 'yes' : '-'))])
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
    expect(systemRoles.filter((role) => may(who(role), 'ward.oversee'))).toEqual(['Organisation Admin', 'Ward Manager'])
    expect(may(who('Organisation Admin', { features: new Set() }), 'ward.oversee')).toBe(false)
  })

  test('Organisation Admin holds every permission, and each role less than the one above it', () => {
    expect(new Set(rolePermissions['Organisation Admin'])).toEqual(new Set(permissions))
    const ladder = ['Organisation Admin', 'Ward Manager', 'Clinician', 'Care Assistant', 'Read Only', 'Self Care'] as const
    for (const [index, role] of ladder.slice(1).entries()) {
      const above = new Set(rolePermissions[ladder[index] ?? role])
      expect([role, rolePermissions[role].every((key) => above.has(key)), rolePermissions[role].length < above.size]).toEqual([role, true, true])
    }
  })

  test('no role lists a permission twice', () => {
    for (const role of systemRoles) expect([role, new Set(rolePermissions[role]).size]).toEqual([role, rolePermissions[role].length])
  })
})

describe('the signed-in user as a principal', () => {
  const me = {
    id: 'u1', isInternalStaff: false, isSelfCare: false,
    permissions: { view_patients: true, edit_patients: false, fly: true },
    actingOrganization: { id: 'o1', acceptedTerms: true, features: { wards: true, referrals: false, warp: true } },
  } as unknown as Me

  test('holds what is granted and known, and nothing that is refused or unknown', () => {
    const principal = principalOf(me)
    expect([...principal.permissions]).toEqual(['view_patients'])
    expect([...principal.features]).toEqual(['wards'])
    expect(principal).toMatchObject({ kind: 'user', userId: 'u1', organizationId: 'o1', acceptedTerms: true })
  })
})

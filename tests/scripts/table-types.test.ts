import { expect, test } from 'vitest'
import { tableTypes } from '../../scripts/table-types'

test('a table has a type of its columns: what may be null, has a default or is written by the database, its words, and its comments', async () => {
  const made = await tableTypes()
  const columnOf = (table: string, column: string): string | undefined =>
    new RegExp(`interface ${table} \\{[^}]*?((?:/\\*\\* [^*]* \\*/\\n {2})?${column}: [^\\n]*)`)
      .exec(made)?.[1]
      ?.replace(/\n\s*/, ' ')
  expect(columnOf('PatientTable', 'telephone')).toBe('telephone: OrNull<string>')
  expect(columnOf('PatientTable', 'birth_date')).toBe('birth_date: string')
  expect(columnOf('PatientTable', 'gender')).toBe("gender: 'male' | 'female'")
  expect(columnOf('PatientTable', 'address')).toBe(
    "address: JsonOrNull<Narrowed['patient.address']>",
  )
  expect(columnOf('PatientTable', 'similar_key')).toBe(
    '/** Patients with the same key have similar names. */ similar_key: Generated<string>',
  )
  expect(columnOf('PatientTable', 'folded_last_name')).toBe(
    'folded_last_name: GeneratedAlways<string | null>',
  )
  expect(columnOf('OrganizationTable', 'time_zone')).toMatch(/time_zone: Generated<string>$/)
  expect(columnOf('AlertTable', 'started_at')).toMatch(/started_at: Instant$/)
  expect(columnOf('AlertTable', 'outcome')).toContain("OrNull<'rang' | 'visited'")
  expect(made).toContain('  alert: AlertTable\n')
})

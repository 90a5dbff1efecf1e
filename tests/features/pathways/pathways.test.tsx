// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { rolePermissions } from '../../../src/domain/access/roles'
import type { Permission } from '../../../src/domain/access/permissions'
import type { Edition } from '../../../src/domain/organization/organization'
import { pathwaysRoom } from '../../../src/features/pathways'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'
import { copd, pathwayOf, typeOf } from './pathway-fixtures'

afterEach(cleanup)

interface Given {
  readonly permissions?: readonly Permission[]
  readonly edition?: Edition
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
}
const open = (
  path: string,
  { permissions = ['view_care_pathways'], edition = 'en-GB', answers = {} }: Given = {},
) => {
  localStorage.setItem('lamplight.edition', edition)
  const portal = openPortal(path, {
    session: signedIn(meOf({ permissions })),
    rooms: [pathwaysRoom],
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = {
        carePathways: () => done([copd]),
        carePathway: () => done(copd),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) => told[name]?.(input as never) ?? rest?.(name, input),
      )
      run.mockImplementation(async (name, input) => told[name]?.(input as never) ?? done(null))
    },
  })
  return {
    ...portal,
    asked: (name: string) =>
      portal.ask.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
  }
}
const openType = (type: Parameters<typeof typeOf>[0], edition: Edition = 'en-GB') =>
  open('/pathways/copd/checkuptypes', {
    edition,
    answers: { carePathway: () => done(pathwayOf({ checkupTypes: [typeOf(type)] })) },
  })
const typeText = async () =>
  (await screen.findByRole('region', { name: 'COPD check-up' })).textContent

describe('/pathways', () => {
  test('P058 O123 O124 lists name, active patients, admissions, created and updated, each with a View Pathway link', async () => {
    open('/pathways')
    const table = within(await screen.findByRole('table', { name: 'Care pathways' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Active patients',
      'Total admissions',
      'Created',
      'Updated',
      'View Pathway',
    ])
    const cells = table.getByRole('row', { name: /^COPD/ }).querySelectorAll('th, td')
    expect([...cells].map(({ textContent }) => textContent)).toEqual([
      'COPD',
      '12',
      '48',
      '5 January 2026, 14:32',
      '7 February 2026, 09:05',
      'View Pathway',
    ])
    const link = table.getByRole('link', { name: 'View Pathway: COPD' })
    expect(link.getAttribute('href')).toBe('/pathways/copd/checkuptypes')
  })

  test('O122 without view_care_pathways nothing of them is shown or asked for', async () => {
    const { at, asked } = open('/pathways', { permissions: ['view_patients'] })
    await waitFor(() => expect(at()).not.toContain('pathways'))
    expect(asked('carePathways')).toEqual([])
    expect(screen.queryByRole('link', { name: 'Care Pathways' })).toBeNull()
  })

  test('O440 a list that fails says so and is asked again', async () => {
    const { user, asked } = open('/pathways', {
      answers: { carePathways: () => refused('The server failed') },
    })
    expect(await screen.findByText('Failed to load pathways')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(asked('carePathways').length).toBeGreaterThan(1))
  })

  test('without a pathway the list says what that means', async () => {
    open('/pathways', { answers: { carePathways: () => done([]) } })
    expect(await screen.findByText('There are no care pathways')).toBeTruthy()
  })
})

describe('a new pathway', () => {
  const admin = ['view_care_pathways', 'edit_care_pathways'] as const
  test('K12 is added from a template, and then opened', async () => {
    const { user, run, at } = open('/pathways', {
      permissions: admin,
      answers: { createCarePathway: () => done(copd) },
    })
    await user.click(await screen.findByRole('button', { name: 'Add pathway' }))
    const form = within(await screen.findByRole('dialog'))
    await user.selectOptions(form.getByLabelText(/Begin with/), 'COPD exacerbation')
    expect(form.getByText(/flare-up of chronic obstructive/)).toBeTruthy()
    await user.type(form.getByLabelText(/Pathway name/), ' COPD at home ')
    await user.click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(run.mock.calls).toContainEqual([
        'createCarePathway',
        { name: 'COPD at home', template: 'copd' },
      ]),
    )
    await waitFor(() => expect(at()).toContain('/pathways/copd/checkuptypes'))
  })

  test('without a name is refused at the field', async () => {
    const { user, run } = open('/pathways', { permissions: admin })
    await user.click(await screen.findByRole('button', { name: 'Add pathway' }))
    const form = within(await screen.findByRole('dialog'))
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect((await form.findAllByText('Pathway name is required')).length).toBeGreaterThan(0)
    expect(run).not.toHaveBeenCalledWith('createCarePathway', expect.anything())
  })

  test('K12 is not offered to who may not edit pathways', async () => {
    open('/pathways')
    await screen.findByRole('table', { name: 'Care pathways' })
    expect(screen.queryByRole('button', { name: 'Add pathway' })).toBeNull()
  })
})

describe('/pathways/:id', () => {
  test('K12 an administrator is led to the editor, a Read Only user is not, and has no such page', async () => {
    open('/pathways/copd', { permissions: rolePermissions['Organisation Admin'] })
    const link = await screen.findByRole('link', { name: 'Edit pathway' })
    expect(link.getAttribute('href')).toBe('/pathways/copd/edit')
    cleanup()
    open('/pathways/copd', { permissions: rolePermissions['Read Only'] })
    await screen.findByRole('region', { name: 'COPD check-up' })
    expect(screen.queryByRole('link', { name: 'Edit pathway' })).toBeNull()
    cleanup()
    const { at } = open('/pathways/copd/edit', { permissions: rolePermissions['Read Only'] })
    await waitFor(() => expect(at()).not.toContain('edit'))
  })

  test('O125 O126 O373 opens at the check-up types, and has the alerts beside', async () => {
    const { at, asked } = open('/pathways/copd')
    expect(await screen.findByRole('heading', { level: 1, name: 'COPD' })).toBeTruthy()
    expect(at()).toContain('/pathways/copd/checkuptypes')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Check-up types',
      'Alerts',
    ])
    expect(asked('carePathway')[0]).toEqual({ id: 'copd' })
  })

  test('O439 a pathway that fails says so', async () => {
    open('/pathways/copd', { answers: { carePathway: () => refused('The server failed') } })
    expect(await screen.findByText('Failed to load pathway')).toBeTruthy()
  })

  test('a pathway that there is not is told apart from one that fails', async () => {
    open('/pathways/none', { answers: { carePathway: () => refused('', 'not-found') } })
    expect(await screen.findByText('There is no such pathway')).toBeTruthy()
  })

  test('P191 O130 O131 O132 shows heading, description, modified date, recurrence and tolerance', async () => {
    openType({})
    const text = await typeText()
    expect(text).toContain('Vitals five times a day')
    expect(text).toContain('Modified7 February 2026')
    expect(text).toContain('Every day at 07:00 and 19:00')
    expect(text).toContain('30 minutes early, 1 hour late')
  })

  test('O131 the US edition tells the times of its clock', async () => {
    openType({}, 'en-US')
    expect(await typeText()).toContain('Every day at 7:00 AM and 7:00 PM')
  })

  test("O131 a check-up type without a schedule is 'Unconfigured'", async () => {
    openType({ schedule: null })
    expect(await typeText()).toContain('ScheduleUnconfigured')
  })

  test('a rule that is not understood is told, with the rule', async () => {
    openType({ schedule: { rrule: 'FREQ=MONTHLY', tolerance: { early: 0, late: 86_400 } } })
    const text = await typeText()
    expect(text).toContain('This schedule cannot be read, so nothing is due by it: FREQ=MONTHLY')
    expect(text).toContain('0 seconds early, 1 day late')
  })

  test('O133 O134 O135 shows each tile that is asked for with Required or Optional, and no disabled one', async () => {
    openType({})
    await typeText()
    const tiles = within(screen.getByRole('list', { name: 'Tiles' }))
    expect(
      tiles.getAllByRole('listitem').flatMap((item) => {
        const [name, rule] = item.querySelectorAll(':scope > span, :scope > strong')
        return name === undefined ? [] : [`${name.textContent}: ${rule?.textContent}`]
      }),
    ).toEqual([
      'Soft signs questionnaire: Optional',
      'Consciousness (ACVPU): Required',
      'Blood pressure: Required',
      'Oxygen saturation: Required',
      'Breathing rate: Required',
      'Stethoscope: Optional',
      'Temperature: Required',
      'Picture: Optional',
    ])
    expect(screen.queryByText('Weight')).toBeNull()
  })

  test('O135 O216 the questionnaire names its pages with their questions, or its sections', async () => {
    openType({})
    const pages = within(await screen.findByRole('list', { name: 'Question pages' }))
    expect(pages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Breathing: 4 questions, 1 sub-question',
      'Skin: 1 question',
    ])
    cleanup()
    openType({
      checkupTiles: {
        symptomsQuestionnaire: { rule: 'required', sections: [{ id: 's', name: 'Sleep' }] },
      },
    })
    expect((await screen.findByRole('list', { name: 'Questionnaire sections' })).textContent).toBe(
      'Sleep',
    )
  })

  test('P194 a tile tells what is on of its settings', async () => {
    openType({})
    const text = await typeText()
    expect(text).toContain('Can be entered by hand. Worked out from the oximeter’s curve')
    expect(text).toContain('Required with an abnormal oxygen saturation')
    expect(text).not.toContain('Required with respiratory soft signs')
  })

  test('O128 O218 the alerts tab has each rule with name, description and when it is raised', async () => {
    open('/pathways/copd/alerts')
    const table = within(await screen.findByRole('table', { name: 'Alerts of this pathway' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(
      rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)),
    ).toEqual([
      [
        'High score',
        'Emergency',
        'Total score 7 or more',
        'Check-ups and continuous monitoring',
        'High',
      ],
      ['Fever', 'Infection', 'Temperature at least 38.0 °C', 'Check-ups', 'Medium'],
      [
        'Of a later release',
        'Unknown',
        'This rule cannot be read. It raises nothing.',
        'Continuous monitoring',
        'Low',
      ],
    ])
  })

  test('O128 the US edition tells thresholds in its units', async () => {
    open('/pathways/copd/alerts', { edition: 'en-US' })
    await screen.findByRole('table', { name: 'Alerts of this pathway' })
    expect(screen.getByText('Temperature at least 100.4 °F')).toBeTruthy()
  })

  test('O129 a pathway without rules says so', async () => {
    open('/pathways/copd/alerts', {
      answers: { carePathway: () => done(pathwayOf({ alertRules: [] })) },
    })
    expect(await screen.findByText('No configured alerts for this pathway')).toBeTruthy()
  })
})

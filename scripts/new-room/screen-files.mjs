/** The texts, the tab and the test of a room. */
export const screenFiles = ({
  kebab,
  kebabs,
  pascal,
  pascals,
  camel,
  camels,
  labels,
  one,
  several,
}) => ({
  [`src/texts/${kebabs}.ts`]: `import { inEditions } from './overlay'

const enGB = {
  title: '${labels}',
  headings: { name: 'Name', createdBy: 'Added by', createdAt: 'Added' },
  empty: { title: 'There are no ${several}' },
  failed: 'The ${several} could not be loaded',
  add: {
    action: 'Add ${one}',
    name: 'Name',
    failed: 'The ${one} was not added',
  },
}

/** The texts of /settings/${kebabs} in an edition; the same object each time. */
export const ${camels}Texts = inEditions(enGB, {})
`,
  [`src/features/${kebabs}/index.ts`]: `import type { Room } from '../../ui/room'

/** ${labels}: a tab of the settings. */
export const ${camels}Room: Room = {
  id: '${kebabs}',
  routes: [],
  settingsTabs: [
    {
      id: '${kebabs}',
      order: 50,
      label: (texts) => texts.doors.${camels},
      action: '${kebab}.view',
      offline: 'answer',
      load: () => import('./${pascals}Tab').then((module) => module.${pascals}Tab),
    },
  ],
}
`,
  [`src/features/${kebabs}/columns.ts`]: `import type { ${pascal} } from '../../data/${kebab}'
import { formatFullName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatLongDate } from '../../domain/time'
import { ${camels}Texts } from '../../texts/${kebabs}'
import type { Column } from '../../ui/table'

/** The columns of the ${several}, in their order. */
export const ${camel}Columns = (edition: Edition): readonly Column<${pascal}>[] => {
  const { headings } = ${camels}Texts(edition)
  return [
    {
      id: 'name',
      heading: headings.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      rowHeader: true,
    },
    {
      id: 'createdBy',
      heading: headings.createdBy,
      cell: ({ createdBy }) => formatFullName(createdBy),
    },
    {
      id: 'createdAt',
      heading: headings.createdAt,
      cell: ({ createdAt }) => formatLongDate(createdAt, edition),
      sortBy: ({ createdAt }) => createdAt,
    },
  ]
}
`,
  [`src/features/${kebabs}/${pascals}Tab.tsx`]: `import { useState } from 'react'
import { add${pascal}, ${camels} } from '../../data/${kebab}'
import { useAnswer, useCommand } from '../../engine/react'
import { ${camels}Texts } from '../../texts/${kebabs}'
import { useEdition, useTexts } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { DataTable, RowButtons } from '../../ui/table'
import { ${camel}Columns } from './columns'

function Add${pascal}({ onClose }: { readonly onClose: () => void }) {
  const { add } = ${camels}Texts(useEdition())
  const form = useCommandForm({
    command: useCommand(add${pascal}),
    fields: [{ kind: 'text', name: 'name', label: add.name, required: true, autoFocus: true }],
    before: { name: '' },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={add.action}
      submitLabel={add.action}
      failed={add.failed}
      onClose={onClose}
    />
  )
}

/** /settings/${kebabs}: the organisation's ${several}. */
export function ${pascals}Tab() {
  const edition = useEdition()
  const t = ${camels}Texts(edition)
  const { blocked: reasons } = useTexts().ui
  const { blocked } = useCommand(add${pascal})
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <h2>{t.title}</h2>
      <DataTable
        caption={t.title}
        columns={${camel}Columns(edition)}
        answer={useAnswer(${camels}, undefined)}
        view="${kebab}.view"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        tools={
          <RowButtons
            actions={[
              {
                label: t.add.action,
                action: '${kebab}.add',
                disabled: blocked === null ? null : reasons[blocked],
                onSelect: () => setAdding(true),
              },
            ]}
          />
        }
        empty={t.empty}
        failed={t.failed}
      />
      {isAdding && <Add${pascal} onClose={() => setAdding(false)} />}
    </>
  )
}
`,
  [`tests/features/${kebabs}/${kebabs}.test.tsx`]: `// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import { ${camels}Room } from '../../../src/features/${kebabs}'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const rows = [
  {
    id: 'one',
    name: 'The first',
    createdAt: '2026-01-05T14:32:00.000Z',
    createdBy: { firstName: 'Ada', lastName: 'Ash' },
  },
]
const open = (
  answer: () => unknown = () => done(rows),
  permissions: readonly Permission[] = ['create_users'],
) =>
  openPortal('/settings/${kebabs}', {
    session: signedIn(meOf({ permissions })),
    rooms: [${camels}Room],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === '${camels}' ? answer() : rest?.(name, input),
      )
    },
  })

test('the tab shows what there is', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: '${labels}' }))
  expect(table.getByRole('row', { name: /The first.*Ada Ash.*5 January 2026/ })).toBeTruthy()
})

test('what could not be loaded says so and is asked for again', async () => {
  let works = false
  const { user } = open(() => (works ? done(rows) : refused('The server failed')))
  expect(await screen.findByText('The ${several} could not be loaded')).toBeTruthy()
  works = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The first')).toBeTruthy()
})

test('one is added by its name', async () => {
  const { user, run } = open(() => done([]))
  await user.click((await screen.findAllByRole('button', { name: 'Add ${one}' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'The second')
  await user.click(dialog.getByRole('button', { name: 'Add ${one}' }))
  await waitFor(() => expect(run).toHaveBeenCalledWith('add${pascal}', { name: 'The second' }))
})

test('who may not add is not offered it', async () => {
  open(undefined, ['view_patients'])
  expect(await screen.findByText('The first')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add ${one}' })).toBeNull()
})
`,
})

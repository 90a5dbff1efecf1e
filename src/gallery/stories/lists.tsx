import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Permission } from '../../domain/access/permissions'
import type { Principal } from '../../domain/access/principal'
import { problem, type ProblemKind } from '../../domain/problem'
import type { Period } from '../../domain/time'
import { formatDateTime } from '../../domain/time'
import { PrincipalProvider } from '../../ui/access'
import { DetailDrawer } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState, type Asked } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import {
  DataTable,
  useTableQuery,
  type Column,
  type DataTableProps,
  type ListPage,
} from '../../ui/table'
import { PeriodChoice, Timeline } from '../../ui/timeline'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: string
  readonly patients: number | null
  readonly lastLoginAt: string | null
}
const surnames = ['Okafor', 'Lindqvist', 'Ó Briain', 'van der Berg-Featherstonehaugh', 'Nguyễn']
const members: readonly Member[] = Array.from({ length: 47 }, (_, at) => ({
  id: String(at),
  name: `${['Nia', 'Björn', 'Aoife', 'Wilhelmina', 'An'][at % 5]} ${surnames[(at * 3) % 5]}`,
  email: `member.${at}@riverside.example`,
  roles: at % 4 === 0 ? 'Clinician, Organisation admin' : 'Clinician',
  patients: at % 6 === 0 ? null : (at * 7) % 31,
  lastLoginAt: at % 7 === 0 ? null : new Date(1_767_600_000_000 - at * 41_000_000).toISOString(),
}))

const admin: Principal = {
  kind: 'user',
  userId: 'u',
  organizationId: 'o',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set<Permission>(['create_users']),
  features: new Set(),
}

const minute = 60_000
const asked = <Value,>(value: Value | null, over: Partial<Asked<Value>> = {}): Asked<Value> => ({
  value,
  at: value === null ? null : Date.now(),
  problem: null,
  fetching: false,
  offline: false,
  refresh: async () => undefined,
  ...over,
})
const failing = (kind: ProblemKind) => ({
  problem: problem(kind, 'The server failed to answer. It may work in a moment.'),
})

const useColumns = (): readonly Column<Member>[] => {
  const edition = useEdition()
  return [
    {
      id: 'name',
      heading: 'Name',
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      sortable: true,
      rowHeader: true,
    },
    {
      id: 'email',
      heading: 'Email',
      cell: ({ email }) => email,
      sortBy: ({ email }) => email,
      sortable: true,
    },
    { id: 'roles', heading: 'Roles', cell: ({ roles }) => roles },
    {
      id: 'patients',
      heading: 'Patients',
      cell: ({ patients }) => patients,
      sortBy: ({ patients }) => patients,
      align: 'end',
    },
    {
      id: 'lastLogin',
      heading: 'Last login',
      cell: ({ lastLoginAt }) => lastLoginAt !== null && formatDateTime(lastLoginAt, edition),
      sortBy: ({ lastLoginAt }) => lastLoginAt,
    },
  ]
}

function Members(props: Partial<DataTableProps<Member>>) {
  return (
    <PrincipalProvider principal={admin}>
      <DataTable
        caption="Members"
        columns={useColumns()}
        answer={asked(members)}
        rowKey={({ id }) => id}
        rowName={({ name, email }) => `${name}, ${email}`}
        empty={{
          title: 'No members yet',
          text: 'Whoever you add here can sign in and is told by email.',
          action: <Button>Add member</Button>,
        }}
        failed="The members could not be loaded"
        {...props}
      />
    </PrincipalProvider>
  )
}

function WholeTable() {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set(['1']))
  return (
    <Members
      pageSize={6}
      pageSizes={[6, 10, 25]}
      search={{ label: 'Search by name or email', of: ({ name, email }) => `${name} ${email}` }}
      tools={<Button>Add member</Button>}
      rowLink={({ id }) => `/members/${id}`}
      selection={{ selected, onChange }}
      selectionActions={<Button variant="default">Assign to ward</Button>}
      buttons={({ patients }) => [
        {
          label: 'Call',
          onSelect: () => undefined,
          disabled: patients === null ? 'There is no telephone number.' : null,
        },
      ]}
      menu={() => [
        { label: 'Edit', onSelect: () => undefined, action: 'user.change' },
        {
          label: 'Reset password',
          onSelect: () => undefined,
          disabled: 'This needs a connection. It works again when the portal is online.',
        },
        { label: 'Remove', onSelect: () => undefined, action: 'user.change', danger: true },
        { label: 'Never shown', onSelect: () => undefined, action: 'internal.use' },
      ]}
    />
  )
}

function ServerTable() {
  const server = useTableQuery({ take: 10, sort: { column: 'email', descending: false } })
  const { skip, take } = server.query
  const answer: Asked<ListPage<Member>> = asked({
    rows: members.slice(skip, skip + take),
    total: members.length,
  })
  return <Members caption="Members, by the server" answer={answer} server={server} />
}

export const dataTableStory: Story = {
  id: 'data-table',
  title: 'Data table',
  render: () => (
    <StoryPage>
      <Group title="Search, order, pages, links, selection, buttons, menu" look="plain">
        <WholeTable />
      </Group>
      <Group title="Pages and order by the server" look="plain">
        <ServerTable />
      </Group>
    </StoryPage>
  ),
}

const none = <Value,>(over: Partial<Asked<Value>>): Asked<Value> => asked<Value>(null, over)
const few = members.slice(0, 3)

export const dataTableStatesStory: Story = {
  id: 'data-table-states',
  title: 'Data table, states',
  render: () => (
    <StoryPage>
      <Group title="Loading, seen after half a second" look="plain">
        <Members
          caption="Members 1"
          answer={none<readonly Member[]>({ fetching: true })}
          menu={() => []}
        />
      </Group>
      <Group title="Empty" look="plain">
        <Members caption="Members 2" answer={asked<readonly Member[]>([])} />
      </Group>
      <Group title="Could not be loaded" look="plain">
        <Members caption="Members 3" answer={none<readonly Member[]>(failing('server'))} />
      </Group>
      <Group title="A refresh failed; the rows are those of before" look="plain">
        <Members
          caption="Members 4"
          answer={asked(few, { ...failing('server'), at: Date.now() - 2 * minute, fetching: true })}
        />
      </Group>
      <Group title="Offline, with rows and their age" look="plain">
        <Members
          caption="Members 5"
          answer={asked(few, { offline: true, at: Date.now() - 25 * minute })}
        />
      </Group>
      <Group title="Offline, without rows" look="plain">
        <Members caption="Members 6" answer={none<readonly Member[]>({ offline: true })} />
      </Group>
      <Group title="Stale" look="plain">
        <Members caption="Members 7" answer={asked(few, { at: Date.now() - 8 * minute })} />
      </Group>
      <Group title="No permission" look="plain">
        <Members caption="Members 8" view="api-key.view" />
      </Group>
    </StoryPage>
  ),
}

interface Entry {
  readonly id: string
  readonly at: string
  readonly text: string
}
const entries: readonly Entry[] = [
  { id: '3', at: '2026-01-05T16:05:00.000Z', text: 'Discharge planned for Wednesday.' },
  { id: '2', at: '2026-01-05T09:12:00.000Z', text: 'Slept well, less short of breath.' },
  { id: '1', at: '2026-01-04T22:40:00.000Z', text: 'Admitted from the emergency department.' },
]
const of = (day: string): Entry => ({ id: day, at: `${day}T09:00:00.000Z`, text: 'Stable.' })
const showEntries = (shown: readonly Entry[]) => (
  <Timeline
    rows={shown}
    rowKey={({ id }) => id}
    at={({ at }) => at}
    entry={({ text }) => <p>{text}</p>}
    older={async () => undefined}
  />
)
const awaiting = (of: Asked<readonly Entry[]>) => (
  <Await
    of={of}
    failed="The entries could not be loaded"
    empty={
      <EmptyState title="No entries yet" text="What happens to this patient is listed here." />
    }
  >
    {showEntries}
  </Await>
)

function Periods() {
  const [last, setLast] = useState<Period>({ kind: 'last', hours: 72 })
  const [days, setDays] = useState<Period>({ kind: 'days', from: '2026-01-05', to: '2026-01-02' })
  return (
    <>
      <PeriodChoice value={last} onChange={setLast} />
      <PeriodChoice value={days} onChange={setDays} />
    </>
  )
}

export const listsStory: Story = {
  id: 'lists',
  title: 'Await, timeline, period',
  render: () => (
    <StoryPage>
      <Group title="Timeline" look="surface">
        {showEntries(entries)}
      </Group>
      <Group title="Await: loading, seen after half a second" look="surface">
        {awaiting(none<readonly Entry[]>({ fetching: true }))}
      </Group>
      <Group title="Await: empty" look="surface">
        {awaiting(asked<readonly Entry[]>([]))}
      </Group>
      <Group title="Await: failed, and failed with a value" look="surface">
        {awaiting(none<readonly Entry[]>(failing('server')))}
        {awaiting(asked([of('2026-01-03')], failing('server')))}
      </Group>
      <Group title="Await: offline, with a value and without" look="surface">
        {awaiting(asked([of('2026-01-02')], { offline: true }))}
        {awaiting(none<readonly Entry[]>({ offline: true }))}
      </Group>
      <Group title="Await: no permission" look="surface">
        {awaiting(none<readonly Entry[]>(failing('forbidden')))}
      </Group>
      <Group title="Period: a length, and days that are none" look="plain">
        <Periods />
      </Group>
    </StoryPage>
  ),
}

const openDetail = {
  id: '7',
  to: (id: string) => `?detail=${id}`,
  open: () => undefined,
  close: () => undefined,
}

export const detailStory: Story = {
  id: 'detail',
  title: 'Detail drawer, open',
  render: () => (
    <StoryPage>
      <DetailDrawer
        detail={openDetail}
        title="Wilhelmina van der Berg-Featherstonehaugh"
        actions={<Button>Edit</Button>}
      >
        {showEntries(entries)}
      </DetailDrawer>
    </StoryPage>
  ),
}

export const settingsStory: Story = {
  id: 'settings',
  title: 'Settings',
  render: () => (
    <main>
      <SettingsPage
        title="Settings"
        current="api-keys"
        tabs={['Users', 'API Keys', 'Patient Record Sharing', 'Integration Tokens'].map(
          (label) => ({
            id: label.toLowerCase().replaceAll(' ', '-'),
            label,
            to: `/settings/${label}`,
          }),
        )}
      >
        <h2>Manage API keys</h2>
        <p>Devices and other systems sign their calls with a key of the organisation.</p>
      </SettingsPage>
    </main>
  ),
}

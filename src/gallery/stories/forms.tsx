import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { problem } from '../../domain/problem'
import {
  CommandFormView,
  EntityPicker,
  FormDialog,
  useCommandForm,
  useConfirmCommand,
  useSecretOnce,
  type Doing,
  type EntityOption,
  type FieldSpec,
  type FieldValue,
  type Submitted,
} from '../../ui/form-kit'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const wards: readonly EntityOption[] = [
  { id: 'cedar', label: 'Cedar Ward', detail: '14 patients' },
  { id: 'willow', label: 'Willow Ward', reason: 'This is the patient’s ward' },
  { id: 'birch', label: 'Birch Ward', detail: '6 patients' },
]
const find = async (text: string) => ({
  kind: 'done' as const,
  value: wards.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
})
const fails = async () => ({ kind: 'refused' as const, problem: problem('server', 'No answer') })

const all: readonly FieldSpec[] = [
  { kind: 'text', name: 'text', label: 'Job role', hint: 'The role in ordinary work' },
  { kind: 'email', name: 'email', label: 'Email login', required: true },
  { kind: 'password', name: 'password', label: 'Password' },
  { kind: 'textarea', name: 'textarea', label: 'Reason' },
  {
    kind: 'select',
    name: 'select',
    label: 'Role',
    required: true,
    options: [
      { value: 'clinician', label: 'Clinician' },
      { value: 'admin', label: 'Administrator', disabled: true, reason: 'only an admin gives it' },
    ],
  },
  {
    kind: 'multiSelect',
    name: 'multiSelect',
    label: 'Wards',
    hint: 'Patients of these wards can be seen',
    options: [
      { value: 'cedar', label: 'Cedar Ward', reason: '14 patients' },
      { value: 'willow', label: 'Willow Ward', disabled: true, reason: 'Assigned' },
    ],
  },
  { kind: 'switch', name: 'switch', label: 'The patient has their own kit' },
  { kind: 'date', name: 'date', label: 'Date of birth', required: true, max: '2026-01-05' },
  {
    kind: 'dateTime',
    name: 'dateTime',
    label: 'Effective admission date',
    zone: 'Europe/London',
    required: true,
  },
  { kind: 'identifier', name: 'identifier', label: 'NHS number', scheme: 'NhsNumber' },
  { kind: 'telephone', name: 'telephone', label: 'Telephone' },
  {
    kind: 'entity',
    name: 'entity',
    label: 'Ward',
    search: find,
    noneFound: 'No wards found',
    required: true,
  },
  {
    kind: 'fullName',
    name: 'fullName',
    label: 'Patient’s full name',
    person: { firstName: 'John', lastName: 'Smith' },
    required: true,
  },
]
const blank: Readonly<Record<string, FieldValue>> = Object.fromEntries(
  all.map(({ name, kind }) => [
    name,
    kind === 'switch' ? false : kind === 'multiSelect' ? ['willow'] : '',
  ]),
)
const filled: Readonly<Record<string, FieldValue>> = {
  ...blank,
  text: 'Staff Nurse',
  email: 'nurse@riverside.example',
  password: 'lantern-harbour-violet',
  textarea: 'Better since Monday.',
  select: 'clinician',
  multiSelect: ['cedar', 'willow'],
  switch: true,
  date: '1944-03-02',
  dateTime: '25/10/2026\n01:30',
  identifier: '943 476 5919',
  telephone: '020 7946 0018',
  entity: 'birch\nBirch Ward',
  fullName: 'John Smith',
}

type Run = Doing<unknown, unknown>['run']
const never: Run = () => new Promise(() => undefined)
const answers =
  (result: Submitted<unknown>): Run =>
  () =>
    Promise.resolve(result)
const saves = answers({ kind: 'done', value: null })
const lost = { id: 'key', capturedAt: 0 }
const refuses = answers({ kind: 'refused', problem: problem('server', 'The server failed') })
const losesOnce: Run = (_input, again) =>
  again === undefined
    ? Promise.resolve({
        kind: 'refused',
        problem: problem('timeout', 'Request timed out'),
        unknown: lost,
      })
    : new Promise(() => undefined)
const losesAlways = answers({
  kind: 'refused',
  problem: problem('timeout', 'Request timed out'),
  unknown: lost,
})

/** A form in one of its states; `sent`: Save is pressed as it appears. */
function InState({
  run = saves,
  blocked = null,
  forbidden = false,
  sent = false,
  fields = all.slice(0, 2),
  before = filled,
  failed,
}: {
  readonly run?: Run
  readonly blocked?: 'offline' | null
  readonly forbidden?: boolean
  readonly sent?: boolean
  readonly fields?: readonly FieldSpec[]
  readonly before?: Readonly<Record<string, FieldValue>>
  readonly failed?: string
}) {
  const [isOffline, setOffline] = useState(false)
  const form = useCommandForm({
    command: { run, blocked: isOffline ? blocked : null, forbidden: isOffline && forbidden },
    fields,
    before,
  })
  useEffect(() => {
    if (sent) form.submit()
    // What was sent before the connection went is shown without one.
    setOffline(true)
    // Once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <CommandFormView
      form={form}
      saved="The user was added"
      failed={failed ?? 'The user was not added'}
    />
  )
}

const pages: readonly {
  readonly id: string
  readonly title: string
  readonly page: () => ReactNode
}[] = [
  {
    id: 'form-fields',
    title: 'Form, every field',
    page: () => (
      <>
        <Group title="Untouched" look="surface">
          <InState fields={all} before={blank} />
        </Group>
        <Group title="Filled" look="surface">
          <InState fields={all} />
        </Group>
      </>
    ),
  },
  {
    id: 'form-faults',
    title: 'Form, faults',
    page: () => (
      <Group title="Sent with nothing in it" look="surface">
        <InState
          fields={all}
          before={{
            ...blank,
            identifier: '943 476 5918',
            dateTime: '29/03/2026\n01:30',
            telephone: '7946 0018',
          }}
          sent
        />
      </Group>
    ),
  },
  {
    id: 'form-states',
    title: 'Form, states',
    page: () => (
      <>
        <Group title="Saving" look="surface">
          <InState run={never} sent />
        </Group>
        <Group title="Saved" look="surface">
          <InState sent />
        </Group>
        <Group title="Not saved" look="surface">
          <InState run={refuses} sent />
        </Group>
        <Group title="Not known whether it was saved" look="surface">
          <InState run={losesAlways} sent />
        </Group>
        <Group title="Checking" look="surface">
          <InState run={losesOnce} sent />
        </Group>
        <Group title="Not known, and no connection" look="surface">
          <InState run={losesAlways} blocked="offline" sent />
        </Group>
        <Group title="No connection" look="surface">
          <InState blocked="offline" />
        </Group>
        <Group title="Not allowed" look="surface">
          <InState forbidden />
        </Group>
      </>
    ),
  },
  { id: 'form-picker', title: 'Pickers', page: () => <Pickers /> },
]

function Pickers() {
  const [ward, setWard] = useState<Pick<EntityOption, 'id' | 'label'> | null>(null)
  const common = { noneFound: 'No wards found', onChange: setWard }
  return (
    <>
      <Group title="Ward" look="surface">
        <EntityPicker id="ward" label="Ward" value={ward} search={find} {...common} />
      </Group>
      <Group title="Chosen" look="surface">
        <EntityPicker
          id="chosen"
          label="Ward"
          value={{ id: 'b', label: 'Birch Ward' }}
          search={find}
          {...common}
        />
      </Group>
      <Group title="Nothing found" look="surface">
        <EntityPicker
          id="none"
          label="Ward"
          value={null}
          search={async () => ({ kind: 'done', value: [] })}
          {...common}
        />
      </Group>
      <Group title="The search fails" look="surface">
        <EntityPicker id="fails" label="Ward" value={null} search={fails} {...common} />
      </Group>
      <Group title="Closed, and with a fault" look="surface">
        <EntityPicker id="closed" label="Ward" value={null} search={find} disabled {...common} />
        <EntityPicker
          id="fault"
          label="Care pathway"
          value={null}
          search={find}
          error="Choose “Care pathway”"
          required
          {...common}
        />
      </Group>
    </>
  )
}

function DialogForm({ run }: { readonly run: Run }) {
  const [isOpen, setOpen] = useState(true)
  const form = useCommandForm({ command: { run }, fields: all.slice(0, 5), before: filled })
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Add user</Button>
  return (
    <FormDialog
      form={form}
      title="Add user to Riverside"
      lead={<p>An invitation is sent to this address.</p>}
      submitLabel="Add user"
      onClose={() => setOpen(false)}
    />
  )
}

function Confirm({ run }: { readonly run: Run }) {
  const { ask, dialog } = useConfirmCommand<string, unknown>({ run }, (key) => ({
    title: `Expire ${key}?`,
    text: 'Devices that use it are refused from then on.',
    confirmLabel: 'Expire key',
    danger: true,
    failed: 'An error occurred while expiring API key',
  }))
  useEffect(() => {
    ask('key 7')
    // Once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <>
      <Button onClick={() => ask('key 7')}>Expire</Button>
      {dialog}
    </>
  )
}

function Secret() {
  const { show, dialog } = useSecretOnce({
    title: 'API key created',
    text: <p>The device signs its calls with this secret.</p>,
  })
  const open = () =>
    show({ 'API key': 'riverside-7', 'HMAC secret': 'b1946ac92492d2347c6235b4d2611184' })
  useEffect(() => {
    open()
    // Once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <>
      <Button onClick={open}>Make a key</Button>
      {dialog}
    </>
  )
}

const dialogs: readonly {
  readonly id: string
  readonly title: string
  readonly page: () => ReactNode
}[] = [
  { id: 'form-dialog', title: 'Form in a dialog', page: () => <DialogForm run={refuses} /> },
  {
    id: 'form-confirm',
    title: 'Confirmation that acts',
    page: () => <Confirm run={losesAlways} />,
  },
  { id: 'form-secret', title: 'Secret, shown once', page: () => <Secret /> },
]

export const formStories: readonly Story[] = [...pages, ...dialogs].map(({ id, title, page }) => ({
  id,
  title,
  render: () => <StoryPage>{page()}</StoryPage>,
}))

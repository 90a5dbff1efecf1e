import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Banner } from '../../ui/feedback'
import { useCommandForm } from '../../ui/form-kit'
import { JourneyFrame } from '../../ui/journey'
import { Page } from '../../ui/layout'
import type { Story } from '../story'

interface Admission {
  readonly ward: string
  readonly onOxygen: boolean
}

function Admit({ oneStep }: { readonly oneStep: boolean }) {
  const [state, setState] = useState<Admission>({ ward: '', onOxygen: false })
  const steps = [
    {
      id: 'ward',
      title: 'Ward',
      blocked: (now: Admission) => now.ward === '',
      render: (now: Admission) => (
        <TextInput
          label="Ward"
          value={now.ward}
          onChange={(event) => setState({ ...now, ward: event.currentTarget.value })}
        />
      ),
    },
    {
      id: 'flags',
      title: 'Flags',
      optional: () => true,
      render: (now: Admission) => (
        <Checkbox
          label="On oxygen"
          checked={now.onOxygen}
          onChange={(event) => setState({ ...now, onOxygen: event.currentTarget.checked })}
        />
      ),
    },
    {
      id: 'check',
      title: 'Check',
      nextLabel: 'Admit patient',
      closeWithoutWarning: true,
      render: (now: Admission) => <p>Admit to {now.ward}.</p>,
    },
  ]
  return (
    <Page>
      <JourneyFrame
        title="Admit SMITH, John"
        steps={oneStep ? steps.slice(0, 1) : steps}
        state={state}
        onFinish={() => undefined}
        onCancel={() => undefined}
      />
    </Page>
  )
}

export const journeyStory: Story = {
  id: 'journey',
  title: 'Journey',
  render: () => <Admit oneStep={false} />,
}
export const journeyOneStory: Story = {
  id: 'journey-one',
  title: 'Journey, one step',
  render: () => <Admit oneStep />,
}

const chooseWard = () => <p>The patient is registered. Choose a ward.</p>

/** The first step has a form that Continue sends; after it Back is closed. */
function Register() {
  const [patientId, setPatientId] = useState<string | null>(null)
  const form = useCommandForm<Readonly<Record<'name' | 'born', string>>, unknown, string>({
    command: { run: async () => ({ kind: 'done', value: 'p-1' }) },
    fields: [
      { kind: 'text', name: 'name', label: 'Name', required: true },
      { kind: 'date', name: 'born', label: 'Date of birth' },
    ],
    before: { name: '', born: '' },
    onDone: setPatientId,
  })
  return (
    <Page>
      <JourneyFrame<{ readonly patientId: string | null }>
        title="Register and admit"
        state={{ patientId }}
        steps={[
          { id: 'patient', title: 'Patient', form, failed: 'The patient was not added' },
          {
            id: 'ward',
            title: 'Ward',
            mayGoBack: (state) => state.patientId === null,
            render: chooseWard,
          },
        ]}
        banner={<Banner kind="info">Patient not found: enter their details.</Banner>}
        cancelWords={(state) =>
          state.patientId === null
            ? {}
            : { title: 'Cancel admitting?', text: 'The patient stays registered.' }
        }
        onFinish={() => undefined}
        onCancel={() => undefined}
      />
    </Page>
  )
}

export const journeyFormStory: Story = {
  id: 'journey-form',
  title: 'Journey over a form',
  render: () => <Register />,
}

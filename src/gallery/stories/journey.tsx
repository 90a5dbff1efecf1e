import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
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

import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ConnectionState, FreshnessLine, ScoreDisc } from '../../ui/clinical'
import { EmptyState } from '../../ui/feedback'
import { ErrorSummary, PasswordField, SearchBox } from '../../ui/form'
import { AppFrame, CentredCard, OffPiste, Page, ThemePicker, UserMenu } from '../../ui/layout'
import { Pager } from '../../ui/table'
import { Group } from '../Group'
import type { Story } from '../story'

const at = Date.now()
const connection = <ConnectionState state="checked" lastContactAt={at} waiting={0} refused={0} />

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <AppFrame
      organizationName="Riverside Virtual Ward"
      nav={[
        { to: '/virtual-ward', label: 'Virtual ward' },
        { to: '/tasks', label: 'Tasks' },
        { to: '/patients', label: 'Patients' },
        { to: '/wards', label: 'Wards' },
        { to: '/pathways', label: 'Pathways' },
      ]}
      connection={connection}
      userMenu={
        <UserMenu
          name="Amara Okafor"
          detail="Clinician, Riverside Virtual Ward"
          items={[{ label: 'Account', to: '/account' }, { label: 'Sign out' }]}
        >
          <ThemePicker />
        </UserMenu>
      }
    >
      {children}
    </AppFrame>
  )
}

function WardHead() {
  const [name, setName] = useState('')
  return (
    <Page
      title="Virtual ward"
      aside={
        <FreshnessLine
          freshness={{ asOf: at - 60_000, checkedAt: at, stale: false, fetching: false }}
          onRefresh={() => undefined}
        />
      }
    >
      <Group title="Search and paging">
        <SearchBox label="Name or NHS number" value={name} onChange={setName} />
        <Pager skip={0} take={20} total={61} onChange={() => undefined} />
      </Group>
      <Group title="A patient's latest score">
        <ScoreDisc total={6} />
      </Group>
    </Page>
  )
}

export const frameStory: Story = {
  id: 'frame',
  title: 'Standard page',
  render: () => (
    <Frame>
      <WardHead />
    </Frame>
  ),
}
export const frameEmptyStory: Story = {
  id: 'frame-empty',
  title: 'Standard page, empty',
  render: () => (
    <Frame>
      <Page title="Patients">
        <EmptyState
          title="No patients found"
          text="No name or number matches. Check the spelling, or clear the search."
          action={<Button variant="default">Clear search</Button>}
        />
      </Page>
    </Frame>
  ),
}

function SignInForm({ wrong }: { readonly wrong: boolean }) {
  return (
    <form style={{ display: 'grid', gap: 16 }} onSubmit={(event) => event.preventDefault()}>
      <h1>Sign in</h1>
      <ErrorSummary
        errors={wrong ? [{ fieldId: 'email', message: 'Enter your e-mail address' }] : []}
      />
      <TextInput
        id="email"
        label="E-mail address"
        type="email"
        autoComplete="username"
        error={wrong ? 'Enter your e-mail address' : undefined}
      />
      <PasswordField id="password" label="Password" />
      <Button type="submit" fullWidth>
        Sign in
      </Button>
      <a href="#forgot">Forgotten password?</a>
    </form>
  )
}

export const cardStory: Story = {
  id: 'card',
  title: 'Centred card',
  render: () => (
    <CentredCard footer="Synthetic data only.">
      <SignInForm wrong={false} />
    </CentredCard>
  ),
}
export const cardErrorStory: Story = {
  id: 'card-error',
  title: 'Centred card, error',
  render: () => (
    <CentredCard>
      <SignInForm wrong />
    </CentredCard>
  ),
}
export const offPisteStory: Story = {
  id: 'off-piste',
  title: 'Off-piste page',
  render: () => (
    <OffPiste backTo="/" connection={connection}>
      <Page title="Check-up of 5 January 2026, 14:32" narrow>
        <p>A page beside the navigation.</p>
      </Page>
    </OffPiste>
  ),
}

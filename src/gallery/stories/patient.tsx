import { Button } from '@mantine/core'
import { Dash, PatientBanner, ScoreDisc, SimilarNamesWarning } from '../../ui/clinical'
import { Page } from '../../ui/layout'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const john = {
  firstName: 'John',
  lastName: 'Smith',
  gender: 'male',
  birthDate: '1948-03-02',
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
  numSimilarNames: 2,
} as const

export const bannerStory: Story = {
  id: 'banner',
  title: 'Patient banner',
  render: () => (
    <>
      <PatientBanner
        patient={john}
        score={<ScoreDisc total={6} size="header" missing={1} />}
        actions={<Button size="sm">Add note</Button>}
      >
        <span>Cedar Ward</span>
        <span>COPD pathway</span>
        <span>On oxygen</span>
      </PatientBanner>
      <Page>
        <Group title="Scroll: the banner stays" look="plain">
          {Array.from({ length: 24 }, (_, line) => (
            <p key={line}>Line {line + 1} of a long record.</p>
          ))}
        </Group>
      </Page>
    </>
  ),
}

export const bannerEdgesStory: Story = {
  id: 'banner-edges',
  title: 'Patient banner: edges',
  render: () => (
    <>
      <PatientBanner
        patient={{
          ...john,
          firstName: 'Wolfeschlegelsteinhausen-Bartholomew',
          lastName: 'Featherstonehaugh-Cholmondeley-West',
          numSimilarNames: 1,
        }}
        score={<ScoreDisc total={null} size="header" />}
      />
      <PatientBanner
        patient={{
          ...john,
          birthDate: null,
          gender: null,
          nationalIdentifier: null,
          numSimilarNames: 0,
        }}
        score={<ScoreDisc total={9} size="header" staleAge="14 h ago" />}
      />
      <PatientBanner
        patient={{
          ...john,
          firstName: 'Aoife',
          lastName: 'Byrne',
          gender: 'female',
          birthDate: '2025-11-02',
          nationalIdentifier: { type: 'NorthernIrelandHcn', value: '3200000019' },
          numSimilarNames: 0,
        }}
      />
      <StoryPage>
        <Group title="Similar names">
          <SimilarNamesWarning count={1} />
          <SimilarNamesWarning count={3} />
        </Group>
        <Group title="Missing values" look="surface">
          <p>
            In tables: <Dash>{null}</Dash>
          </p>
          <p>
            In detail lists: <Dash as="n/a">{null}</Dash>
          </p>
          <p>
            Zero is a value: <Dash>{0}</Dash>
          </p>
        </Group>
      </StoryPage>
    </>
  ),
}

import { Button } from '@mantine/core'
import { ConnectionState, FreshnessLine, RefusedMark, WaitingMark } from '../../ui/clinical'
import {
  Banner,
  EmptyState,
  ErrorState,
  PatientRowSkeletons,
  TableSkeleton,
  TextSkeleton,
} from '../../ui/feedback'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const minute = 60_000
const at = Date.now()
const quiet = { lastContactAt: at, waiting: 0, refused: 0 }

export const connectionStory: Story = {
  id: 'connection',
  title: 'Connection and age',
  render: () => (
    <StoryPage>
      <Group title="Connection in words">
        <ConnectionState {...quiet} state="live" />
        <ConnectionState {...quiet} state="checked" />
        <ConnectionState {...quiet} state="checking" />
        <ConnectionState {...quiet} state="saving" waiting={2} />
        <ConnectionState {...quiet} state="offline" waiting={3} lastContactAt={at - 22 * minute} />
        <ConnectionState {...quiet} state="offline" lastContactAt={at - 22 * minute} />
        <ConnectionState {...quiet} state="offline" lastContactAt={null} />
        <ConnectionState {...quiet} state="unsigned" lastContactAt={at - 22 * minute} />
        <ConnectionState {...quiet} state="sending" sending={{ at: 2, of: 3 }} waiting={2} />
        <ConnectionState {...quiet} state="waiting" waiting={2} />
        <ConnectionState {...quiet} state="refused" refused={1} />
        <ConnectionState
          {...quiet}
          state="offline"
          waiting={3}
          refused={2}
          lastContactAt={at - 22 * minute}
        />
      </Group>
      <Group title="Connection as a way to the sync centre">
        <ConnectionState {...quiet} state="checked" to="/sync" />
        <ConnectionState
          {...quiet}
          state="offline"
          waiting={3}
          refused={2}
          lastContactAt={at - 22 * minute}
          to="/sync"
        />
        <ConnectionState {...quiet} state="refused" refused={2} to="/sync" />
      </Group>
      <Group title="Freshness" look="plain">
        <FreshnessLine
          freshness={{ asOf: at - minute, checkedAt: at, stale: false, fetching: false }}
          onRefresh={() => undefined}
        />
        <FreshnessLine
          freshness={{ asOf: at - minute, checkedAt: at, stale: false, fetching: true }}
          onRefresh={() => undefined}
        />
        <FreshnessLine
          freshness={{
            asOf: at - 95 * minute,
            checkedAt: at - 95 * minute,
            stale: true,
            fetching: false,
          }}
          onRefresh={() => undefined}
        />
        <FreshnessLine
          freshness={{ asOf: null, checkedAt: null, stale: true, fetching: false }}
          onRefresh={() => undefined}
        />
      </Group>
      <Group title="Beside a row or field">
        <WaitingMark />
        <WaitingMark state="sending" />
        <RefusedMark reason="You may no longer write notes for this patient." />
      </Group>
    </StoryPage>
  ),
}

export const statesStory: Story = {
  id: 'states',
  title: 'States of a screen',
  render: () => (
    <>
      <Banner action={<Button size="sm">Update</Button>}>
        A new version of Lamplight is ready.
      </Banner>
      <Banner kind="danger" title="NOT SAVED.">
        This device could not store your note.
      </Banner>
      <Banner kind="info">Maintenance starts at 22:00.</Banner>
      <StoryPage>
        <Group title="Empty" look="surface">
          <EmptyState
            title="No patients on this ward"
            text="Nobody is admitted to Cedar Ward. Admit a patient, or choose another ward."
            action={<Button>Choose wards</Button>}
          />
        </Group>
        <Group title="Error in the page's place" look="surface">
          <ErrorState
            title="An error occurred while loading patient details"
            stillTrue="Nothing was changed. Notes you wrote on this device are kept."
            onRetry={() => undefined}
          />
        </Group>
        <Group title="Error above content that stays" look="plain">
          <ErrorState
            look="line"
            title="Could not refresh."
            stillTrue="The values below are from 14:10."
            onRetry={() => undefined}
          />
        </Group>
        <Group title="Loading: ward" look="plain">
          <PatientRowSkeletons count={3} />
        </Group>
        <Group title="Loading: observation chart" look="plain">
          <TableSkeleton rows={4} />
        </Group>
        <Group title="Loading: text" look="surface">
          <TextSkeleton />
        </Group>
      </StoryPage>
    </>
  ),
}

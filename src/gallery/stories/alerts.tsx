import { alertSchema, type Alert } from '../../domain/alerts/alert'
import { AlertChips } from '../../ui/alerts'
import { UnreadSchedules } from '../../ui/schedule'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const at = '2026-01-05T14:00:00.000Z'
const alertOf = (id: string, over: Partial<Alert> = {}): Alert =>
  alertSchema.parse({
    id,
    revision: 1,
    type: 'AlertRule',
    status: 'open',
    startedAt: at,
    latestAt: at,
    severity: 4,
    alertRule: {
      id: 'r',
      name: 'High early-warning score',
      type: 'new-checkup',
      description: '',
      condition: { kind: 'totalScore', atLeast: 7 },
    },
    checkupScheduleEvent: null,
    checkup: null,
    continuousMonitoring: null,
    count: 1,
    triggers: [{ id: `${id}-1`, startedAt: at }],
    closedAt: null,
    closedBy: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
    escalatedAt: null,
    ...over,
  })
const many = Array.from({ length: 4 }, (_none, n) =>
  alertOf(`m${n}`, {
    triggers: Array.from({ length: 120 }, (_one, k) => ({ id: `m${n}-${k}`, startedAt: at })),
  }),
)
const nothing = (): void => undefined

export const alertsStory: Story = {
  id: 'alerts',
  title: 'Alert chips',
  render: () => (
    <StoryPage>
      <Group title="Open, taken, put off, escalated">
        <AlertChips onOpen={nothing} alerts={[alertOf('a')]} />
        <AlertChips onOpen={nothing} alerts={[alertOf('b', { acknowledgedAt: at })]} />
        <AlertChips
          onOpen={nothing}
          alerts={[alertOf('c', { snoozedUntil: '2099-01-01T00:00:00.000Z' })]}
        />
        <AlertChips onOpen={nothing} alerts={[alertOf('d', { escalatedAt: at })]} />
      </Group>
      <Group title="More than have room; above 99">
        <AlertChips onOpen={nothing} alerts={many} />
        <div style={{ width: 280 }}>
          <AlertChips compact onOpen={nothing} alerts={many} />
        </div>
      </Group>
      <Group title="A schedule that is not understood, on card and record">
        <UnreadSchedules compact names={['Monthly weight']} />
        <UnreadSchedules names={['Monthly weight', 'Foot check']} />
      </Group>
    </StoryPage>
  ),
}

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ehrIntegrations, pushData, type EhrIntegration } from '../../data/ehr-integration'
import { may } from '../../domain/access/may'
import { needsApprover } from '../../domain/ehr-integration/integration'
import {
  lastDay,
  periodOfCheckup,
  pushSchemaAt,
  type PushPeriod,
} from '../../domain/ehr-integration/push'
import { useAnswer, useCommand } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, Dialog, showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import type { PatientActionProps } from '../../ui/room'
import { readNow } from '../../ui/time'

type Range = 'latest' | 'day' | 'custom'

/** Says what became of it; in the queue more is to be seen, by who may see it. */
const useTold = (onClose: () => void) => {
  const t = ehrIntegrationsTexts(useEdition()).push
  const navigate = useNavigate()
  const principal = usePrincipal()
  const seesQueue = principal !== null && may(principal, 'ehr-event.view')
  return (message: string, tone: 'info' | 'problem'): void => {
    showToast('send data', message, {
      tone,
      ...(seesQueue
        ? { action: { label: t.queue, run: () => void navigate(paths.integrations()) } }
        : {}),
    })
    onClose()
  }
}

function Form({
  patient,
  latest,
  integrations,
  onClose,
}: PatientActionProps & {
  /** As it was when the dialog opened: what is sent is what was chosen. */
  readonly latest: PatientActionProps['patient']['latestCheckup']
  readonly integrations: readonly EhrIntegration[]
}) {
  const t = ehrIntegrationsTexts(useEdition()).push
  const told = useTold(onClose)
  const periodOf = (range: Exclude<Range, 'custom'>): PushPeriod =>
    range === 'latest' && latest !== null ? periodOfCheckup(latest, readNow()) : lastDay(readNow())
  const ranges: readonly Range[] = latest === null ? ['day', 'custom'] : ['latest', 'day', 'custom']
  const [range, setRange] = useState<Range>(ranges[0] ?? 'day')
  const [before] = useState(() => ({
    ehrIntegrationId: integrations.length === 1 ? (integrations[0]?.id ?? '') : '',
    ...periodOf(latest === null ? 'day' : 'latest'),
  }))
  const isTyped = range === 'custom'
  const form = useCommandForm({
    command: useCommand(pushData),
    schema: pushSchemaAt(readNow),
    fields: [
      {
        kind: 'select',
        name: 'ehrIntegrationId',
        label: t.integration,
        placeholder: t.choose,
        required: true,
        missing: t.integrationRequired,
        options: integrations.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'dateTime',
        name: 'from',
        label: t.from,
        required: true,
        missing: t.fromRequired,
        disabled: !isTyped,
      },
      {
        kind: 'dateTime',
        name: 'to',
        label: t.to,
        required: true,
        missing: t.toRequired,
        disabled: !isTyped,
      },
    ],
    before,
    toInput: ({ ehrIntegrationId, from, to }) => ({
      patientId: patient.id,
      ehrIntegrationId,
      // A field shows whole minutes; a chosen period is exact.
      ...(isTyped ? { from, to } : periodOf(range)),
    }),
    onDone: (event) =>
      event?.status === 'skipped'
        ? told(t.skipped(event.response?.message ?? ''), 'problem')
        : told(t.sent, 'info'),
  })
  const chosen = integrations.find(({ id }) => id === form.values.ehrIntegrationId)
  const choose = (next: Range): void => {
    setRange(next)
    if (next === 'custom') return
    const period = periodOf(next)
    form.set('from', period.from)
    form.set('to', period.to)
  }
  const waits =
    chosen !== undefined &&
    chosen.integrationType !== null &&
    needsApprover(chosen.integrationType) &&
    chosen.authorizedAutomaticApprover === null
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.send}
      failed={t.failed}
      lead={
        <>
          <p>{t.text}</p>
          <NativeSelect
            label={t.range}
            value={range}
            data={ranges.map((value) => ({ value, label: t.ranges[value] }))}
            onChange={({ currentTarget: { value } }) =>
              choose(ranges.find((one) => one === value) ?? range)
            }
          />
          {waits && <p>{t.waits}</p>}
        </>
      }
      onClose={onClose}
    />
  )
}

/** Sends what was measured of the patient to another system. */
export function SendData(props: PatientActionProps) {
  const t = ehrIntegrationsTexts(useEdition()).push
  const { carePathway } = props.patient.wardAdmission ?? {}
  const [latest] = useState(props.patient.latestCheckup)
  const answer = useAnswer(ehrIntegrations, {
    carePathwayId: carePathway?.id ?? '',
    triggerType: 'Manual',
  })
  const { value } = answer
  if (value !== null && value.integrations.length > 0)
    return <Form {...props} latest={latest} integrations={value.integrations} />
  return (
    <Dialog title={t.title} size="small" onClose={props.onClose}>
      <Await of={answer} failed={t.loadFailed}>
        {() => <p>{t.none(carePathway?.name ?? '')}</p>}
      </Await>
    </Dialog>
  )
}

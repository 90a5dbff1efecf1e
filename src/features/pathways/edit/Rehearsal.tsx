import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { rehearseCarePathway, type PathwayRehearsal } from '../../../data/pathway'
import { wards } from '../../../data/ward'
import { useAnswer, useCall, useOffline } from '../../../engine/react'
import { ruleDraftsSchema } from '../../../domain/pathway/pathway'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { May } from '../../../ui/access'
import { useEdition, useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { rulesOf, type DraftFault, type RuleForm } from './draft.view'
import styles from './edit.module.css'

function WardSelect({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const t = pathwayEditTexts(useEdition()).rehearsal
  const answer = useAnswer(wards, undefined)
  return (
    <NativeSelect
      label={t.ward}
      value={value}
      data={[
        { value: '', label: t.allWards },
        ...(answer.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface Told {
  readonly of: readonly RuleForm[]
  readonly wardId: string
  readonly result: PathwayRehearsal | null
}

function Result({ told: { of, wardId, result } }: { readonly told: Told }) {
  const t = pathwayEditTexts(useEdition()).rehearsal
  if (result === null) return <Banner kind="danger" title={t.failed} />
  const { alerts, patients, days, patientsLookedAt: looked, patientsInAll: all } = result
  return (
    <div aria-live="polite">
      <p>
        <strong>{t.result(alerts, patients, days, wardId === '' ? null : wardId)}</strong>
      </p>
      {result.readingsTooLate > 0 && (
        <p>{t.tooLate(result.readingsTooLate, result.patientsTooLate)}</p>
      )}
      <ul>
        {result.rules.map((rule, index) => (
          <li key={of[index]?.key}>{t.rule(of[index]?.name ?? '', rule.alerts, rule.patients)}</li>
        ))}
      </ul>
      {looked < all && <p>{t.partial(looked, all)}</p>}
      <p className={styles['quiet']}>{t.counts}</p>
    </div>
  )
}

/** What the rules of the form would have found in the last 30 days. */
export function Rehearsal({
  pathwayId,
  rules,
}: {
  readonly pathwayId: string
  readonly rules: readonly RuleForm[]
}) {
  const edition = useEdition()
  const { rehearsal: t } = pathwayEditTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const offline = useOffline()
  const { run, busy } = useCall(rehearseCarePathway)
  const [wardId, setWardId] = useState('')
  const [told, setTold] = useState<Told | null>(null)
  const faults: DraftFault[] = []
  const read = ruleDraftsSchema.safeParse(rulesOf(rules, edition, faults))
  const ask = async (): Promise<void> => {
    if (!read.success) return
    const answer = await run({
      id: pathwayId,
      wardId: wardId === '' ? null : wardId,
      alertRules: read.data,
    })
    setTold({ of: rules, wardId, result: answer.kind === 'done' ? answer.value : null })
  }
  return (
    <section aria-labelledby="rehearsal" className={styles['part']}>
      <h2 id="rehearsal">{t.title}</h2>
      <p>{t.text}</p>
      <div className={styles['row']}>
        <May permission="view_wards" feature="wards">
          <WardSelect value={wardId} onChange={setWardId} />
        </May>
        <Button
          variant="default"
          loading={busy}
          disabled={offline || !read.success || faults.length > 0}
          onClick={() => void ask()}
        >
          {t.action}
        </Button>
      </div>
      {offline && <p>{reasons.offline}</p>}
      {told !== null && <Result told={told} />}
      {told !== null && (told.of !== rules || told.wardId !== wardId) && <p>{t.old}</p>}
    </section>
  )
}

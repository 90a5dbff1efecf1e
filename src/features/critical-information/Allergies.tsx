import { Button } from '@mantine/core'
import { recordAllergy } from '../../data/critical-information'
import {
  allergiesPart,
  knownAllergies,
  mayStrikeOut,
  type Allergy,
} from '../../domain/critical/allergies'
import { formatStaffName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { formatDateTime } from '../../domain/time'
import { useCommand, useSession } from '../../engine/react'
import { criticalInformationTexts } from '../../texts/critical-information'
import { useMay, usePrincipal } from '../../ui/access'
import { UnsentCritical } from '../../ui/critical'
import { allergiesWords, allergyWords } from '../../domain/critical/words'
import { useEdition } from '../../ui/edition'
import { useConfirmCommand } from '../../ui/form-kit'
import { useNow } from '../../ui/time'
import styles from './Critical.module.css'

function Entry({
  entry,
  onStrike,
}: {
  readonly entry: Allergy
  readonly onStrike: (entry: Allergy) => void
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const principal = usePrincipal()
  const userId = useSession().me?.id ?? ''
  const now = useNow()
  const may = principal !== null && mayStrikeOut(entry, { principal, userId }, now)
  const words = allergyWords(entry, edition)
  return (
    <li>
      <strong className={styles['value']}>{words}</strong>
      <span className={styles['quiet']}>
        {entry.severity === null
          ? t.severityUnknown
          : (t.severities[entry.severity] ?? entry.severity)}
        {' · '}
        {t.by(formatStaffName(entry.recordedBy), formatDateTime(entry.capturedAt, edition))}
      </span>
      {may && (
        <Button
          variant="default"
          aria-label={t.allergy.strikeNamed(words)}
          onClick={() => onStrike(entry)}
        >
          {t.allergy.strike}
        </Button>
      )}
    </li>
  )
}

/** The entries about a patient's allergies, and the ways to add one. */
export function Allergies({
  patient,
  onAdd,
  onStrike,
}: {
  readonly patient: Patient
  readonly onAdd: () => void
  readonly onStrike: (entry: Allergy) => void
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const mayRecord = useMay('critical-information.record')
  const known = knownAllergies(patient)
  const struck = patient.allergies.filter(({ struckOut }) => struckOut !== null)
  const none = useConfirmCommand(
    useCommand(recordAllergy, { about: patient.id }),
    () => ({
      title: t.allergy.noneTitle,
      text: t.allergy.noneText,
      confirmLabel: t.allergy.noneConfirm,
      failed: t.allergy.failed,
    }),
    { toInput: () => ({ patientId: patient.id, allergy: null }) },
  )
  return (
    <div className={styles['field']}>
      <dt>{t.allergies}</dt>
      <dd>
        {known.kind === 'recorded' ? (
          <ul className={styles['entries']}>
            {known.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onStrike={onStrike} />
            ))}
          </ul>
        ) : (
          <>
            <span data-known={known.kind} className={styles['value']}>
              {known.kind === 'noneKnown' ? allergiesWords(patient, edition) : t.states[known.kind]}
            </span>
            {known.kind === 'noneKnown' && (
              <span className={styles['quiet']}>{formatStaffName(known.entry.recordedBy)}</span>
            )}
          </>
        )}
        <UnsentCritical patient={patient} part={allergiesPart} />
        {struck.length > 0 && (
          <details className={styles['quiet']}>
            <summary>{t.allergy.history(struck.length)}</summary>
            <ul>
              {struck.map((entry) => (
                <li key={entry.id}>
                  <s>{entry.substance === null ? t.allergy.none : allergyWords(entry, edition)}</s>{' '}
                  {t.allergy.struck(
                    formatStaffName(entry.struckOut?.by),
                    formatDateTime(entry.struckOut?.capturedAt ?? '', edition),
                    entry.struckOut?.reason ?? '',
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
        {mayRecord && (
          <span className={styles['acts']}>
            <Button variant="default" onClick={onAdd}>
              {t.allergy.add}
            </Button>
            {known.kind !== 'recorded' && (
              <Button
                variant="default"
                onClick={() => none.ask({ patientId: patient.id, allergy: null })}
              >
                {t.allergy.none}
              </Button>
            )}
          </span>
        )}
        {none.dialog}
      </dd>
    </div>
  )
}

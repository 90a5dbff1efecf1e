import { Button } from '@mantine/core'
import { useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { patientNotes } from '../../data/note'
import { writeHandover } from '../../data/handover'
import { contactsSince } from '../../domain/contact/contact'
import { handoverFacts } from '../../domain/handover/facts'
import { handedOver, handoversPart, longestPart, sbardFields } from '../../domain/handover/text'
import { formatPatientName, formatStaffName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { formatMoment } from '../../domain/time'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useCommand, useFormDraft, useResource } from '../../engine/react'
import { contactsTexts } from '../../texts/contacts'
import { handoverTexts } from '../../texts/handover'
import { useMay } from '../../ui/access'
import { SimilarNamesWarning, useIdentityLine } from '../../ui/clinical'
import { UnsentCritical } from '../../ui/critical'
import { Telephone } from '../../ui/care'
import { ContactLines } from '../../ui/contacts'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import { paths } from '../../ui/paths'
import { beforeNote } from '../../ui/risk'
import { readNow } from '../../ui/time'
import { sbardOf } from './handover.view'
import styles from './handover.module.css'

/** The handover of one patient: filled from the record, changed by hand, kept on this device. */
export function PatientHandover({
  patient,
  record,
  nowMs,
  sinceMs,
}: {
  readonly patient: VirtualWardPatient
  /** Null: not on this device. */
  readonly record: Patient | null
  /** As of when it is filled, epoch milliseconds. */
  readonly nowMs: number
  /** When the shift began: what was written before it may not be so any more. */
  readonly sinceMs: number
}) {
  const edition = useEdition()
  const t = handoverTexts(edition)
  const { similarNames } = useTexts().ui.patient
  const before = beforeNote(patient, nowMs, edition)
  const id = useId()
  const notes = useResource(patientNotes, { patientId: patient.id }, { enabled: false })
  const filled = useMemo(
    () => sbardOf(patient, handoverFacts(patient, record, notes.rows, nowMs), nowMs, edition),
    [patient, record, notes.rows, nowMs, edition],
  )
  const draft = useFormDraft(
    `handover ${patient.id}`,
    { ...filled, changedAt: '' },
    { about: patient.id },
  )
  const changedMs = Number(draft.fields.changedAt)
  const mayWrite = useMay('handover.write')
  const say = useProblemText()
  const write = useCommand(writeHandover, { about: patient.id })
  const give = async (): Promise<void> => {
    const result = await write.run({
      patientId: patient.id,
      ...(Object.fromEntries(
        sbardFields.map((field) => [
          field,
          draft.fields[field] === filled[field] ? null : draft.fields[field],
        ]),
      ) as Record<(typeof sbardFields)[number], string | null>),
    })
    if (result.kind === 'refused')
      showToast(`handover ${patient.id}`, `${t.given.failed} ${say(result.problem)}`)
    else draft.clear()
  }
  return (
    <article aria-labelledby={`${id}-name`} className={styles['patient']}>
      <header>
        <h3 id={`${id}-name`}>
          <Link to={paths.patient(patient.id)} data-print="off">
            {formatPatientName(patient)}
          </Link>
          <span data-print="only">{useIdentityLine(patient)}</span>
          <SimilarNamesWarning count={patient.numSimilarNames} />
        </h3>
        <span data-print="off">{useIdentityLine(patient).split(' · ').slice(1).join(' · ')}</span>
        {patient.numSimilarNames > 0 && (
          <span data-print="only">{similarNames(patient.numSimilarNames)}</span>
        )}
        {record !== null && <Telephone patient={record} />}
        {before !== '' && <span>{before}</span>}
        {draft.edited && (
          <span className={styles['edited']}>
            {t.edited(formatMoment(changedMs, nowMs, edition))}{' '}
            {changedMs < sinceMs && <strong>{t.editedBefore} </strong>}
            {mayWrite && (
              <Button
                size="compact-sm"
                data-print="off"
                loading={write.busy}
                aria-label={t.given.giveNamed(formatPatientName(patient))}
                onClick={() => void give()}
              >
                {t.given.give}
              </Button>
            )}
            <Button variant="subtle" size="compact-sm" onClick={draft.clear}>
              {t.refill}
            </Button>
          </span>
        )}
      </header>
      {record === null ? (
        <p>{t.given.notHere}</p>
      ) : (
        <>
          {handedOver(record, nowMs).map((text) => (
            <section key={text.id} className={styles['given']}>
              <h4>
                {t.given.by(
                  formatStaffName(text.createdBy) || t.facts.unknownAuthor,
                  formatMoment(Date.parse(text.capturedAt), nowMs, edition),
                )}
              </h4>
              {sbardFields.map(
                (field) =>
                  text[field] !== null && (
                    <p key={field} dir="auto">
                      <strong>{t.fields[field]}:</strong>{' '}
                      {text[field] === '' ? t.given.emptied : text[field]}
                    </p>
                  ),
              )}
            </section>
          ))}
          <UnsentCritical patient={record} part={handoversPart} what={t.given.unsent} />
        </>
      )}
      {record !== null && contactsSince(record, sinceMs).length > 0 && (
        <section className={styles['given']}>
          <h4>{contactsTexts(edition).title}</h4>
          <ContactLines
            row={record}
            contacts={contactsSince(record, sinceMs)}
            label={contactsTexts(edition).title}
          />
        </section>
      )}
      <dl>
        {sbardFields.map((field) => (
          <div key={field}>
            <dt>
              <label htmlFor={`${id}-${field}`}>{t.fields[field]}</label>
            </dt>
            <dd>
              <textarea
                id={`${id}-${field}`}
                autoComplete="off"
                aria-describedby={`${id}-name`}
                rows={3}
                maxLength={longestPart}
                dir="auto"
                disabled={!draft.ready}
                value={draft.fields[field]}
                onChange={(event) =>
                  draft.set({ [field]: event.currentTarget.value, changedAt: String(readNow()) })
                }
              />
              <p data-print="only">{draft.fields[field]}</p>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

import { ActionIcon } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isCheckupImplausible, isCheckupStale } from '../../../domain/checkup/stale'
import { ageOn, formatFullName, formatNationalIdentifier, formatPatientName } from '../../../domain/identity'
import { elapsedWords, formatDate } from '../../../domain/time'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import { ScoreDisc, SimilarNamesWarning, ValueTile } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconCheckup, IconDown, IconRecord } from '../../../ui/layout/icons'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'
import { cardTiles, hasSingleThree } from '../card.view'
import { CardCare, CardStar } from './CardCare'
import { CardDetail } from './CardDetail'
import styles from './PatientCard.module.css'

/** One patient as one row of the ward's board: status, who, score, seven values in the same place on every card, their age. */
export function PatientCard({ patient, offline }: { readonly patient: VirtualWardPatient; readonly offline: boolean }) {
  const texts = useTexts()
  const t = texts.virtualWard.card
  const edition = useEdition()
  const now = useNow()
  const id = useId()
  const [open, setOpen] = useState(false)
  const checkup = patient.latestCheckup
  const scores = checkup?.ewsScores ?? null
  const stale = checkup !== null && isCheckupStale(checkup.endedAt, now)
  const age = checkup === null ? null : isCheckupImplausible(checkup.endedAt, now) ? texts.ui.score.implausible : elapsedWords(Date.parse(checkup.endedAt), now, edition)
  const name = formatFullName(patient)
  const status = statusLine(0, scores?.riskLevel ?? null)
  const words = scores === null ? t.status.unknown : t.status[status]
  return (
    <li className={styles['card']} data-status={status}>
      <article aria-labelledby={`${id}-name`} className={styles['row']}>
        <span className={styles['status']} data-status={status} title={words}>
          <span className={styles['hidden']}>{words}</span>
        </span>
        <div className={styles['identity']}>
          <h3 id={`${id}-name`}>
            <Link to={paths.patient(patient.id)}>{formatPatientName(patient)}</Link>
            <SimilarNamesWarning count={patient.numSimilarNames} />
          </h3>
          <p>{t.age(texts.ui.patient.age(ageOn(patient.birthDate, now)), formatDate(patient.birthDate, edition))}</p>
          <p className={styles['where']}>
            {patient.nationalIdentifier !== null && (
              <span>{`${texts.ui.patient.identifiers[patient.nationalIdentifier.type]} ${formatNationalIdentifier(patient.nationalIdentifier.value)}`}</span>
            )}
            <span>{patient.wardAdmission?.ward.name ?? t.noWard}</span>
          </p>
        </div>
        {checkup === null ? (
          <div className={styles['nothing']}>
            <p>{t.noCheckups}</p>
            <CardCare patient={patient} offline={offline} />
          </div>
        ) : (
          <>
            <div className={styles['score']}>
              <ScoreDisc
                total={scores?.totalScore ?? null}
                missing={scores?.missing ?? 0}
                singleThree={hasSingleThree(checkup)}
                staleAge={stale ? age : null}
              />
              <span className={styles['age']}>{t.checkup(age ?? '')}</span>
              <CardCare patient={patient} offline={offline} />
            </div>
            <div className={styles['tiles']}>
              {cardTiles(checkup, edition, texts).map(({ key, ...tile }) => (
                <ValueTile key={key} {...tile} size="row" stale={stale} age={stale ? age : null} />
              ))}
            </div>
          </>
        )}
        <div className={styles['actions']}>
          <CardStar patient={patient} />
          {checkup !== null && (
            <Tooltip label={texts.virtualWard.detail.viewCheckup}>
              <ActionIcon component={Link} to={paths.checkup(patient.id, checkup.id)} aria-label={texts.virtualWard.detail.viewCheckup}>
                <IconCheckup />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={texts.virtualWard.detail.viewRecord}>
            <ActionIcon component={Link} to={paths.patient(patient.id)} aria-label={texts.virtualWard.detail.viewRecord}>
              <IconRecord />
            </ActionIcon>
          </Tooltip>
          <ActionIcon
            aria-label={open ? t.less(name) : t.more(name)}
            aria-expanded={open}
            aria-controls={`${id}-more`}
            className={styles['expand']}
            onClick={() => setOpen((was) => !was)}
          >
            <IconDown />
          </ActionIcon>
        </div>
      </article>
      {open && (
        <div id={`${id}-more`} className={styles['more']}>
          <CardDetail patient={patient} />
        </div>
      )}
    </li>
  )
}

import { Link } from 'react-router-dom'
import { isCheckupImplausible } from '../../../domain/checkup/stale'
import { elapsedWords, formatDateTime, formatLongDate } from '../../../domain/time'
import { isStale } from '../../../domain/virtual-ward/due'
import { graveRisk, lackedBy } from '../../../domain/virtual-ward/shown-score'
import { Dash } from '../../../ui/clinical'
import { isNeverMeasured } from '../../../domain/virtual-ward/measured'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition, useTexts } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { Tooltip } from '../../../ui/feedback'
import { IconEcg } from '../../../ui/layout/icons'
import { paths } from '../../../ui/paths'
import { lackWords } from '../../../ui/risk'
import { useSymptomWords } from '../../../ui/symptoms'
import { useTicked } from '../../../ui/time'
import { isEcgReport } from '../../../domain/checkup/attachments'
import { summariseSoftSigns } from '../../../domain/checkup/soft-signs'
import { shownOpen } from '../../../domain/alerts/alert'
import { cardTiles, type CardTile } from '../card.view'
import type { OpenedOnCard } from '../open-on-card'
import { CardAlerts } from './CardAlerts'
import { CardContact } from './CardContact'
import styles from './CardDetail.module.css'

const tileWords = ({ value, unit, missingWord, marks = [] }: CardTile): string | null =>
  value === null
    ? (missingWord ?? null)
    : [unit === undefined ? value : `${value} ${unit}`, ...marks].join(', ')

function LatestCheckup({ patient }: Pick<OpenedOnCard, 'patient'>) {
  const texts = useTexts()
  const edition = useEdition()
  const { card, detail: t } = virtualWardTexts(edition)
  const checkup = patient.latestCheckup
  const isOld = useTicked((now) => isStale(patient, now))
  const age = useTicked((now) =>
    checkup === null
      ? ''
      : isCheckupImplausible(checkup.endedAt, now)
        ? texts.ui.score.implausible
        : elapsedWords(Date.parse(checkup.endedAt), now, edition),
  )
  const scores = checkup?.ewsScores ?? null
  return (
    <section aria-label={t.latest}>
      <h4>{t.latest}</h4>
      {checkup === null ? (
        <p>{isNeverMeasured(patient) ? card.neverMeasured : card.noCheckups}</p>
      ) : (
        <>
          <p title={formatLongDate(checkup.endedAt, edition)}>
            <Kept>{`${t.at(formatDateTime(checkup.endedAt, edition))}, ${age}`}</Kept>
          </p>
          <p>
            {scores?.totalScore == null
              ? texts.ui.score.unknown
              : t.score(
                  scores.totalScore,
                  lackWords({ missing: lackedBy(scores), isMonitored: false }, edition),
                )}
          </p>
          <dl
            className={styles['vitals']}
            data-stale={isOld && (scores?.riskLevel ?? 0) < graveRisk}
          >
            {cardTiles(checkup, edition).map((tile) => (
              <div key={tile.key}>
                <dt>{tile.label}</dt>
                <dd>
                  <Dash>{tileWords(tile)}</Dash>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

/** An opened card: the latest check-up, and where the patient is. `isEmpty`: there is none. */
export function CardDetail({
  patient,
  shownAs,
  isEmpty,
}: Pick<OpenedOnCard, 'patient' | 'shownAs'> & { readonly isEmpty: boolean }) {
  const edition = useEdition()
  const { card, detail: t } = virtualWardTexts(edition)
  const symptomWords = useSymptomWords()
  const checkup = patient.latestCheckup
  const signs = checkup === null ? [] : summariseSoftSigns(checkup).signs
  const admission = patient.wardAdmission
  const flags = admission?.patientFlags.filter((flag) => flag.active) ?? []
  return (
    <div className={styles['root']}>
      {shownAs === null && <CardContact patientId={patient.id} isOnWard={admission !== null} />}
      {!isEmpty && <LatestCheckup patient={patient} />}
      {checkup !== null && (
        <section aria-label={t.softSigns}>
          <h4>{t.softSigns}</h4>
          {signs.length === 0 ? (
            <p>{t.noSoftSigns}</p>
          ) : (
            <ul>
              {signs.map((sign) => (
                <li key={sign.key}>
                  {symptomWords(sign.key)}
                  {sign.rank === 3 && (
                    <strong className={styles['emergency']}> {t.emergency}</strong>
                  )}
                </li>
              ))}
            </ul>
          )}
          {checkup.attachments.some(({ type }) => isEcgReport(type)) && (
            <span className={styles['chip']}>
              <IconEcg size={16} /> {t.attachments}
            </span>
          )}
        </section>
      )}
      {checkup !== null && (
        <section aria-label={t.notes}>
          <h4>{t.notes}</h4>
          <p className={styles['notes']}>{checkup.notes ?? t.noNotes}</p>
        </section>
      )}
      <section aria-label={t.admission}>
        <h4>{t.admission}</h4>
        {admission === null ? (
          <p>{card.noWard}</p>
        ) : (
          <div className={styles['chips']}>
            <Link
              className={styles['chip']}
              to={paths.ward(admission.ward.id)}
            >{`${t.ward} ${admission.ward.name}`}</Link>
            <span
              className={styles['chip']}
            >{`${t.carePathway} ${admission.carePathway.name}`}</span>
            {flags.map((flag) => (
              <Tooltip key={`${flag.type} ${flag.title}`} label={flag.description}>
                <button type="button" className={styles['chip']}>
                  {flag.title}
                </button>
              </Tooltip>
            ))}
          </div>
        )}
        {shownOpen(patient.alerts).length === 0 && (
          <CardAlerts always patient={patient} shownAs={shownAs} />
        )}
      </section>
    </div>
  )
}

import { Link } from 'react-router-dom'
import { formatDateTime, formatLongDate } from '../../../domain/time'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { Dash } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconEcg } from '../../../ui/layout/icons'
import { paths } from '../../../ui/paths'
import { isEcgReport } from '../../../domain/checkup/attachments'
import { summariseSoftSigns } from '../../../domain/checkup/soft-signs'
import { cardTiles, softSignWords } from '../card.view'
import styles from './CardDetail.module.css'

/** What a card shows when it is opened: the latest check-up in full, and where the patient is looked after. */
export function CardDetail({ patient }: { readonly patient: VirtualWardPatient }) {
  const texts = useTexts()
  const t = texts.virtualWard.detail
  const edition = useEdition()
  const checkup = patient.latestCheckup
  const signs = checkup === null ? [] : summariseSoftSigns(checkup).signs
  const admission = patient.wardAdmission
  const flags = admission?.patientFlags.filter((flag) => flag.active) ?? []
  return (
    <div className={styles['root']}>
      <section aria-label={t.latest}>
        <h4>{t.latest}</h4>
        {checkup === null ? (
          <p>{texts.virtualWard.card.noCheckups}</p>
        ) : (
          <>
            <p title={formatLongDate(checkup.endedAt, edition)}>{t.at(formatDateTime(checkup.endedAt, edition))}</p>
            <dl className={styles['vitals']}>
              {cardTiles(checkup, edition, texts).map((tile) => (
                <div key={tile.key}>
                  <dt>{tile.label}</dt>
                  <dd>
                    <Dash>{tile.value === null ? null : tile.unit === undefined ? tile.value : `${tile.value} ${tile.unit}`}</Dash>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </section>
      {checkup !== null && (
        <section aria-label={t.softSigns}>
          <h4>{t.softSigns}</h4>
          {signs.length === 0 ? (
            <p>{t.noSoftSigns}</p>
          ) : (
            <ul>
              {signs.map((sign) => (
                <li key={sign.key}>
                  {softSignWords(sign.key)}
                  {sign.rank === 3 && <strong className={styles['emergency']}> {t.emergency}</strong>}
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
          <p>{texts.virtualWard.card.noWard}</p>
        ) : (
          <div className={styles['chips']}>
            <Link className={styles['chip']} to={paths.ward(admission.ward.id)}>{`${t.ward} ${admission.ward.name}`}</Link>
            <span className={styles['chip']}>{`${t.carePathway} ${admission.carePathway.name}`}</span>
            {flags.map((flag) => (
              <Tooltip key={`${flag.type} ${flag.title}`} label={flag.description}>
                <button type="button" className={styles['chip']}>
                  {flag.title}
                </button>
              </Tooltip>
            ))}
          </div>
        )}
      </section>
    </div>
  )
}

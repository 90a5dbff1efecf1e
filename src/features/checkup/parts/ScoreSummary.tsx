import type { Checkup } from '../../../domain/checkup/checkup'
import { selectedActionKey } from '../../../domain/checkup/selected-action'
import { lackedBy } from '../../../domain/virtual-ward/shown-score'
import { Dash, ScoreDisc } from '../../../ui/clinical'
import { boardTexts } from '../../../texts/board'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { rescoredWords } from '../../../ui/risk'
import { Block, Facts } from './Block'
import styles from './CheckupDetail.module.css'

/** The early-warning score of this check-up: total, missing parameters, risk and action. */
export function ScoreSummary({ checkup }: { readonly checkup: Checkup }) {
  const edition = useEdition()
  const { summary: t, selectedActions } = checkupTexts(edition)
  const scores = checkup.ewsScores
  const action = selectedActionKey(checkup.selectedAction, edition)
  const facts = [
    {
      name: t.riskLabel,
      value: <Dash as="n/a">{scores?.riskLevel == null ? null : t.risk[scores.riskLevel]}</Dash>,
    },
    {
      name: t.action,
      value: <Dash as="n/a">{action === null ? null : selectedActions[action]}</Dash>,
    },
  ]
  return (
    <Block title={t.heading}>
      <div className={styles['summary']}>
        <ScoreDisc
          total={scores?.totalScore ?? null}
          missing={scores?.missing ?? 0}
          singleThree={scores?.riskLevel === 2}
          size="header"
        />
        <div>
          {scores?.totalScore == null ? (
            <p>
              {checkup.notScored === null
                ? t.none
                : boardTexts(edition).status.notScored[checkup.notScored]}
            </p>
          ) : (
            <p>{t.scheme(scores.riskScheme, scores.spo2Scale)}</p>
          )}
          {checkup.rescored != null && <p>{rescoredWords(checkup.rescored, edition)}</p>}
          {scores !== null && scores.totalScore !== null && scores.missing > 0 && (
            <p>
              {t.partial(
                scores.missing,
                lackedBy(scores).map((key) => boardTexts(edition).lack.names[key]),
              )}
            </p>
          )}
        </div>
      </div>
      <Facts facts={facts} />
    </Block>
  )
}

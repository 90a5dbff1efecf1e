import { Link } from 'react-router-dom'
import type { ReviewedAccess } from '../../data/emergency-access'
import { usualInShift } from '../../domain/emergency-access/emergency-access'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime, formatTime } from '../../domain/time'
import { emergencyAccessTexts } from '../../texts/emergency-access'
import { recordReadsTexts } from '../../texts/record-reads'
import { paths } from '../../ui/paths'
import type { Column } from '../../ui/table'

/** What was opened in an emergency: who, whose, why, when, what they looked at, what was found. */
export const accessColumns = (edition: Edition): readonly Column<ReviewedAccess>[] => {
  const { review: t, somebody } = emergencyAccessTexts(edition)
  const { screens, otherScreen } = recordReadsTexts(edition)
  return [
    {
      id: 'user',
      heading: t.headings.user,
      cell: ({ user }) => user.name ?? somebody,
      rowHeader: true,
    },
    {
      id: 'patient',
      heading: t.headings.patient,
      cell: ({ patientId, patientName }) =>
        patientName === null ? (
          t.hidden
        ) : (
          <Link to={paths.patient(patientId, 'action-log')}>{patientName}</Link>
        ),
    },
    {
      id: 'reason',
      heading: t.headings.reason,
      cell: ({ reason, reasonAgain }) => (
        <>
          <span dir="auto">{reason}</span>
          {reasonAgain !== null && (
            <>
              <br />
              <span dir="auto">{t.again(reasonAgain)}</span>
            </>
          )}
        </>
      ),
    },
    {
      id: 'when',
      heading: t.headings.when,
      cell: ({ openedAt, endsAt, nthInShift }) => (
        <>
          {t.span(formatDateTime(openedAt, edition), formatTime(endsAt, edition))}
          {nthInShift > usualInShift && (
            <>
              <br />
              <strong>{t.often(nthInShift)}</strong>
            </>
          )}
        </>
      ),
      sortBy: ({ openedAt }) => openedAt,
    },
    {
      id: 'looks',
      heading: t.headings.looks,
      cell: ({ looks }) =>
        looks.length === 0
          ? t.noLooks
          : [...new Set(looks.map(({ screen }) => screens[screen] ?? otherScreen))]
              .map((what) =>
                t.look(
                  what,
                  looks
                    .filter(({ screen }) => (screens[screen] ?? otherScreen) === what)
                    .map(({ readAt }) => formatTime(readAt, edition)),
                ),
              )
              .join('; '),
    },
    {
      id: 'outcome',
      heading: t.headings.outcome,
      cell: ({ outcome, reviewedAt, reviewedBy }) =>
        outcome === null || reviewedAt === null
          ? t.notReviewed
          : t.reviewed(
              t.outcomes[outcome],
              reviewedBy?.name ?? somebody,
              formatDateTime(reviewedAt, edition),
            ),
    },
  ]
}

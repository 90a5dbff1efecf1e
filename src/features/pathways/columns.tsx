import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { EhrIntegration } from '../../data/ehr-integration'
import type { CarePathway, PathwayAlertRule } from '../../data/pathway'
import { judgedSources } from '../../domain/alerts/rule'
import type { Edition } from '../../domain/organization/organization'
import { formatLongDate } from '../../domain/time'
import { conditionWords } from '../../texts/alerts'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { pathwaysTexts } from '../../texts/pathways'
import { recurrenceWords } from '../../texts/schedule-words'
import { paths } from '../../ui/paths'
import type { Column } from '../../ui/table'

/** The columns of the care pathways, in their order (O123). */
export const pathwayColumns = (edition: Edition): readonly Column<CarePathway>[] => {
  const t = pathwaysTexts(edition)
  return [
    {
      id: 'name',
      heading: t.headings.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      rowHeader: true,
    },
    {
      id: 'active',
      heading: t.headings.active,
      cell: ({ activePatients }) => activePatients,
      sortBy: ({ activePatients }) => activePatients,
      align: 'end',
    },
    {
      id: 'total',
      heading: t.headings.total,
      cell: ({ totalAdmissions }) => totalAdmissions,
      sortBy: ({ totalAdmissions }) => totalAdmissions,
      align: 'end',
    },
    {
      id: 'createdAt',
      heading: t.headings.createdAt,
      cell: ({ createdAt }) => formatLongDate(createdAt, edition),
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      id: 'updatedAt',
      heading: t.headings.updatedAt,
      cell: ({ updatedAt }) => formatLongDate(updatedAt, edition),
      sortBy: ({ updatedAt }) => updatedAt,
    },
    {
      id: 'view',
      heading: t.view,
      cell: ({ id, name }) => (
        <Button
          component={Link}
          to={paths.pathway(id, 'checkuptypes')}
          variant="default"
          aria-label={`${t.view}: ${name}`}
        >
          {t.view}
        </Button>
      ),
    },
  ]
}

/** The columns of a pathway's alert rules (O128). */
export const alertRuleColumns = (edition: Edition): readonly Column<PathwayAlertRule>[] => {
  const t = pathwaysTexts(edition).alerts
  return [
    { id: 'name', heading: t.headings.name, cell: ({ name }) => name, rowHeader: true },
    {
      id: 'description',
      heading: t.headings.description,
      cell: ({ description }) => description,
    },
    {
      id: 'condition',
      heading: t.headings.condition,
      cell: ({ condition }) => (condition === null ? t.unread : conditionWords(condition, edition)),
    },
    {
      id: 'source',
      heading: t.headings.source,
      cell: ({ type, condition }) =>
        type === null ? t.unknownSource : t.source[judgedSources(type, condition)],
    },
    {
      id: 'severity',
      heading: t.headings.severity,
      cell: ({ severity }) => t.severities[severity] ?? '',
    },
  ]
}

const triggerWords = ({ triggerType, triggerConfig }: EhrIntegration, edition: Edition): string => {
  const t = ehrIntegrationsTexts(edition)
  if (triggerType === null) return t.unknown
  const words = t.triggers[triggerType]
  return triggerConfig === null
    ? words
    : `${words}: ${recurrenceWords(triggerConfig.rrule, edition) ?? triggerConfig.rrule}`
}

/** The columns of a pathway's integrations (O136). */
export const integrationColumns = (edition: Edition): readonly Column<EhrIntegration>[] => {
  const t = ehrIntegrationsTexts(edition)
  return [
    { id: 'name', heading: t.headings.name, cell: ({ name }) => name, rowHeader: true },
    {
      id: 'type',
      heading: t.headings.type,
      cell: ({ integrationType: type }) => (type === null ? t.unknown : t.types[type]),
    },
    { id: 'trigger', heading: t.headings.trigger, cell: (row) => triggerWords(row, edition) },
    {
      id: 'createdAt',
      heading: t.headings.createdAt,
      cell: ({ createdAt }) => formatLongDate(createdAt, edition),
    },
    {
      id: 'updatedAt',
      heading: t.headings.updatedAt,
      cell: ({ updatedAt }) => formatLongDate(updatedAt, edition),
    },
    {
      id: 'approver',
      heading: t.headings.approver,
      cell: ({ authorizedAutomaticApprover: approver }) => approver?.email,
    },
  ]
}

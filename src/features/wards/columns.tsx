import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Ward, WardPatient } from '../../data/ward'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, formatDateTime, formatLongDate } from '../../domain/time'
import { percentOf } from '../../domain/ward/ward'
import { wardsTexts } from '../../texts/wards'
import { SimilarNamesWarning } from '../../ui/clinical'
import { paths } from '../../ui/paths'
import type { Column } from '../../ui/table'

/** The columns of the wards, in their order. */
export const wardColumns = (edition: Edition): readonly Column<Ward>[] => {
  const t = wardsTexts(edition)
  return [
    {
      id: 'name',
      heading: t.headings.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      rowHeader: true,
    },
    {
      id: 'patients',
      heading: t.headings.patients,
      cell: ({ numberOfPatients: count, capacity }) =>
        capacity === null ? count : t.occupied(count, capacity, percentOf(count, capacity)),
      sortBy: ({ numberOfPatients }) => numberOfPatients,
      align: 'end',
    },
    {
      id: 'staff',
      heading: t.headings.staff,
      cell: ({ numberOfStaff }) => numberOfStaff,
      sortBy: ({ numberOfStaff }) => numberOfStaff,
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
      id: 'manage',
      heading: t.manage,
      cell: ({ id, name }) => (
        <Button
          component={Link}
          to={paths.ward(id, 'patients')}
          variant="default"
          aria-label={`${t.manage}: ${name}`}
        >
          {t.manage}
        </Button>
      ),
    },
  ]
}

/** The columns of the patients of a ward. */
export const wardPatientColumns = (edition: Edition): readonly Column<WardPatient>[] => {
  const t = wardsTexts(edition).patients
  return [
    {
      id: 'name',
      heading: t.headings.name,
      cell: ({ patient }) => (
        <>
          <Link to={paths.patient(patient.id)}>{formatPatientName(patient)}</Link>
          <SimilarNamesWarning count={patient.numSimilarNames} />
        </>
      ),
      rowHeader: true,
    },
    {
      id: 'birthDate',
      heading: t.headings.birthDate,
      cell: ({ patient }) => formatDate(patient.birthDate, edition),
    },
    { id: 'pathway', heading: t.headings.pathway, cell: ({ carePathway }) => carePathway.name },
    {
      id: 'admittedAt',
      heading: t.headings.admittedAt,
      cell: ({ admittedAt }) => formatDateTime(admittedAt, edition),
    },
  ]
}
